// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_page.h"

#include <qcustomplot.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDateEdit>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>

#include "core/data/dataset_analysis.h"
#include "core/data/importer.h"
#include "core/data/sample_shop.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/film_store.h"
#include "core/store/run_store.h"
#include "data_stage.h"
#include "ui/data/data_table.h"
#include "ui/data/history_timeline.h"
#include "ui/plot/plot_view.h"
#include "ui/theme/theme.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

const char* const kTrips =
    "user,item,rating,timestamp\n"
    "anna,Harbour,5,100\nanna,Museum,2,200\nanna,Park,4,300\n"
    "bruno,Park,5,50\nbruno,Harbour,1,60\nbruno,Tower,4,70\n"
    "chiara,Tower,3,10\nchiara,Park,5,20\nchiara,Museum,4,30\n";

/// Pictures in both themes and in the room of the largest and the smallest window of the tour.
void views(QWidget& page, const QString& name, const std::function<void()>& prepare = {}) {
    if (qEnvironmentVariableIsEmpty("RECSCOPE_TEST_PICTURES")) return;
    const QSize before = page.size();
    for (const auto& [choice, word] : {std::pair(ThemeChoice::Light, "light"), std::pair(ThemeChoice::Dark, "dark")}) {
        Theme::instance().setChoice(choice);
        for (const QSize size : {QSize(1360, 800), QSize(944, 604)}) {
            page.resize(size);
            QTest::qWait(150);
            if (prepare) prepare();
            QTest::qWait(50);
            picture(page, QStringLiteral("%1-%2-%3").arg(name, QLatin1String(word)).arg(size.width()));
        }
    }
    Theme::instance().setChoice(ThemeChoice::Light);
    page.resize(before);
}

}  // namespace

class DataPageTest : public QObject {
    Q_OBJECT

private slots:
    void withoutDataOneButtonAddsTheSample() {
        Stage stage(Bench::Content::Empty);
        picture(stage.page, "data-empty");
        click(stage.the<QPushButton>("emptyStateButton"));
        QVERIFY(waitUntil([&] { return stage.session().dataset().has_value(); }));
        QCOMPARE(stage.session().dataset()->name, kSampleName);
    }

    void theChosenDatasetShowsItsShapesAndTables() {
        Stage stage;
        QVERIFY(stage.idle());
        QVERIFY(waitUntil([&] { return stage.the<PlotView>("popularityPlot")->pointCount(0) > 10; }));
        QVERIFY(!stage.the<PlotView>("lengthPlot")->isEmpty());
        QCOMPARE(stage.rows("usersTable")->rowCount(), int(stage.session().dataset()->users));
        QCOMPARE(stage.the<QLabel>("usersCount")->text(), QString("2,000 users"));
        QVERIFY(stage.idle());
        stage.tab("Import report");
        views(stage.page, "data-report");
    }

    void rowsFarDownAreReadWhenSomebodyLooks() {
        Stage stage;
        QVERIFY(stage.idle());
        QAbstractItemModel* users = stage.rows("usersTable");
        const int last = users->rowCount() - 1;
        QCOMPARE(users->index(last, 0).data().toString(), QString("…"));
        QVERIFY(waitUntil([&] { return users->index(last, 0).data().toString() != "…"; }));
        QVERIFY(users->index(0, 0).data().toString() != "…");
    }

    void typingSearchesAndSaysHowManyMatch() {
        Stage stage;
        stage.tab("Users");
        QAbstractItemModel* users = stage.rows("usersTable");
        const QString wanted = users->index(7, 0).data().toString();
        type(stage.the<QLineEdit>("usersSearch"), wanted);
        QVERIFY(waitUntil([&] { return users->rowCount() < 2000; }));
        QVERIFY(users->rowCount() >= 1);
        for (int row = 0; row < std::min(users->rowCount(), 100); ++row)
            QVERIFY(users->index(row, 0).data().toString().contains(wanted, Qt::CaseInsensitive));
        QVERIFY(stage.the<QLabel>("usersCount")->text().contains("of 2,000 users"));
        type(stage.the<QLineEdit>("usersSearch"), "no such visitor");
        QVERIFY(waitUntil([&] { return users->rowCount() == 0; }));
        picture(stage.page, "data-search-none");
    }

    void clickingAHeaderSortsAndAgainTurnsAround() {
        Stage stage;
        stage.tab("Users");
        auto* table = stage.the<QTableView>("usersTable");
        const auto clickHeader = [&](int column) {
            auto* header = table->horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 20, header->height() / 2));
            QVERIFY(stage.idle());
        };
        const auto length = [&](int row) { return table->model()->index(row, 1).data().toString().toInt(); };
        clickHeader(1);
        for (int row = 1; row < 100; ++row) QVERIFY(length(row - 1) >= length(row));
        clickHeader(1);
        for (int row = 1; row < 100; ++row) QVERIFY(length(row - 1) <= length(row));
    }

    void aSortGoesToTheFirstRowAndTheChosenOneStaysMarked() {
        Stage stage;
        stage.tab("Users");
        auto* table = stage.the<QTableView>("usersTable");
        const auto clickHeader = [&](int column) {
            auto* header = table->horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 20, header->height() / 2));
            QVERIFY(stage.idle());
        };
        clickHeader(1);
        // The second longest is the second from the end where the shortest come first: far down, yet among the read.
        const QString chosen = table->model()->index(1, 0).data().toString();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 0)).center());
        QVERIFY(stage.idle());
        table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum());
        QVERIFY(stage.idle());
        clickHeader(1);
        QCOMPARE(table->verticalScrollBar()->value(), 0);
        clickHeader(1);
        QCOMPARE(table->verticalScrollBar()->value(), 0);
        QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), chosen);
        QVERIFY(table->selectionModel()->isRowSelected(1));
    }

    void aDoubleClickOnAUserAsksForTheExplorePage() {
        Stage stage;
        stage.tab("Users");
        QSignalSpy wanted(&stage.session(), &Session::userWanted);
        auto* table = stage.the<QTableView>("usersTable");
        const QPoint place = table->visualRect(table->model()->index(3, 0)).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][0].toInt(), 3);
    }

    void copyingTakesTheSelectedRowsWithTheHeader() {
        Stage stage;
        stage.tab("Users");
        auto* table = stage.the<QTableView>("usersTable");
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(waitUntil([] { return QGuiApplication::clipboard()->text().startsWith("User\t"); }));
        const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[1].split('\t')[0], table->model()->index(1, 0).data().toString());
    }

    void exportingWritesAllRowsNotOnlyTheLoadedOnes() {
        Stage stage;
        QVERIFY(stage.idle());
        const QString path = stage.bench.path("users.csv");
        bool done = false;
        static_cast<PagedTableModel*>(stage.rows("usersTable"))
            ->exportAs(path, TableFormat::Csv, {}, &stage.page, [&done] { done = true; });
        QVERIFY(waitUntil([&] { return done; }));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 2001);
    }

    void aHistoryIsExportedAsCsv() {
        Stage stage;
        stage.tab("Users");
        auto* button = stage.the<QPushButton>("exportHistory");
        QVERIFY(!button->isEnabled());
        auto* table = stage.the<QTableView>("usersTable");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(waitUntil([&] { return button->isEnabled(); }));
        picture(stage.page, "data-history-export");
        const QString path = stage.bench.path("history.csv");
        QTimer::singleShot(300, &stage.page, [&path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) qFatal("There is no file dialog.");
            dialog->selectFile(path);
            QTest::keyClick(dialog, Qt::Key_Return);
        });
        const SavedFiles saved(stage.page);
        click(button);
        QVERIFY(waitUntil([&] { return !saved.paths.isEmpty(); }));
        QCOMPARE(saved.paths, QStringList{path});
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).trimmed().split('\n');
        auto* timeline = stage.the<HistoryTimeline>("historyTimeline");
        QCOMPARE(lines.size(), timeline->count() + 1);
        QCOMPARE(lines[0], QString("Position,Time (UTC),Item id,Title,Genres,Rating,Gap (s),Dataset,User"));
        QVERIFY2(lines[1].startsWith("1," + timeline->cells(0)[0] + ","), qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(timeline->cells(0)[2]), qPrintable(lines[1]));
        const auto secondsAt = [&](int row) {
            return QDateTime::fromString(timeline->cells(row)[0], "yyyy-MM-dd hh:mm:ss").toSecsSinceEpoch();
        };
        const auto gapIn = [](const QString& line) { return line.split(',').at(line.count(',') - 2); };
        QCOMPARE(gapIn(lines[1]), QString());
        QCOMPARE(gapIn(lines[2]), QString::number(secondsAt(1) - secondsAt(0)));
    }

    void aFileIsPreviewedImportedChosenAndReported() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        auto* start = stage.the<QPushButton>("startImport");
        QVERIFY(!start->isEnabled());
        QVERIFY(start->toolTip().contains("Choose a file"));
        QVERIFY(waitUntil([&] { return start->isEnabled(); }));
        auto* preview = stage.the<QTableWidget>("importPreview");
        QCOMPARE(preview->rowCount(), 9);
        QVERIFY(preview->horizontalHeaderItem(0)->text().startsWith("user"));
        QCOMPARE(stage.the<QLineEdit>("importName")->text(), QString("trips"));
        picture(stage.page, "data-import");
        type(stage.the<QLineEdit>("importName"), "Trips");
        click(start);
        QVERIFY(waitUntil([&] { return stage.session().dataset() && stage.session().dataset()->name == "Trips"; }));
        QCOMPARE(stage.session().dataset()->users, std::int64_t(3));
        QCOMPARE(stage.session().dataset()->items, std::int64_t(4));
        QCOMPARE(stage.session().dataset()->interactions, std::int64_t(9));
        QVERIFY(stage.idle());
        QCOMPARE(stage.tabText(), QString("Import report"));
        picture(stage.page, "data-imported");
    }

    void rowsUnderTheLowestRatingAreDroppedAndCounted() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        QVERIFY(waitUntil([&] { return stage.the<QPushButton>("startImport")->isEnabled(); }));
        stage.the<QCheckBox>("importUseRating")->setChecked(true);
        QSignalSpy told(&stage.session(), &Session::told);
        click(stage.the<QPushButton>("startImport"));
        QVERIFY(waitUntil([&] { return told.count() > 0; }));
        QVERIFY2(told[0][0].toString().contains("6 of 9 rows"), qPrintable(told[0][0].toString()));
    }

    void columnsCanBeSwappedByHand() {
        Stage stage;
        stage.offer("swapped.csv", "Harbour,anna\nMuseum,anna\nPark,anna\nPark,bruno\nHarbour,bruno\nTower,bruno\n");
        QVERIFY(waitUntil([&] { return stage.the<QTableWidget>("importPreview")->rowCount() == 6; }));
        stage.choose("importColumn0", 1);
        stage.choose("importColumn1", 0);
        QVERIFY(stage.the<QTableWidget>("importPreview")->horizontalHeaderItem(1)->text().endsWith("User"));
        QVERIFY(stage.the<QPushButton>("startImport")->isEnabled());
        click(stage.the<QPushButton>("startImport"));
        QVERIFY(waitUntil([&] { return stage.session().dataset()->name != kSampleName; }));
        QCOMPARE(stage.session().dataset()->users, std::int64_t(2));
    }

    void aFileThatCannotBeReadSaysSoOnThePanel() {
        Stage stage;
        stage.session().offerImport(stage.bench.path("nowhere.csv"));
        QVERIFY(waitUntil([&] { return stage.the<QLabel>("importProblem")->isVisible(); }));
        QVERIFY(!stage.the<QLabel>("importProblem")->text().isEmpty());
        QVERIFY(!stage.the<QPushButton>("startImport")->isEnabled());
        picture(stage.page, "data-import-problem");
        click(stage.the<QPushButton>("cancelImport"));
        QVERIFY(stage.the<QLabel>("datasetName")->isVisible());
    }

    void aRemovedDatasetComesBackWithUndo() {
        Stage stage;
        QVERIFY(stage.idle());
        click(stage.the<QToolButton>("removeDataset"));
        QVERIFY(waitUntil([&] { return !stage.session().dataset(); }));
        QVERIFY(stage.session().datasets().empty());
        auto* undo = stage.the<QPushButton>("undoRemoveDataset");
        QVERIFY(waitUntil([&] { return undo->isVisible(); }));
        views(stage.page, "data-removed");
        click(undo);
        QVERIFY(waitUntil([&] { return stage.session().dataset().has_value(); }));
        QCOMPARE(stage.session().dataset()->name, kSampleName);
        QVERIFY(stage.idle());
        QVERIFY(!stage.page.findChild<QPushButton*>("undoRemoveDataset"));
    }

    void whatGoesWithADatasetIsNamedBeforeItIsRemovedAndWhereItComesBack() {
        Stage stage;
        const DatasetId dataset = stage.session().dataset()->id;
        auto* bin = stage.the<QToolButton>("removeDataset");
        QVERIFY(bin->toolTip().contains("Remove this dataset."));
        QVERIFY(stage.bench.work([dataset](JobContext& context) {
            for (const char* name : {"one", "two"}) {
                RunRecord run;
                run.name = name;
                run.dataset = dataset;
                run.model = "bert4rec";
                run.config = "{}";
                run.state = RunState::Finished;
                run.device = "cpu";
                RunStore(context.workspace).add(run);
            }
            FilmStore(context.workspace).pin(dataset, 3);
        }));
        stage.session().refreshRuns();
        QVERIFY(stage.idle());
        QTest::mouseMove(bin);
        QEnterEvent enter(QPointF(2, 2), QPointF(2, 2), QPointF(2, 2));
        QCoreApplication::sendEvent(bin, &enter);
        QVERIFY(
            waitUntil([&] { return bin->toolTip().contains("Remove this dataset with 2 runs and 1 pinned user."); }));
        QVERIFY(bin->accessibleDescription().contains("2 runs and 1 pinned user"));
        click(bin);
        QVERIFY(waitUntil([&] { return !stage.session().removedDatasets().empty(); }));
        QVERIFY(waitUntil([&] {
            auto* text = stage.page.findChild<QLabel*>("removedText");
            return text && text->text() == QString("Removed %1 with 2 runs and 1 pinned user.").arg(kSampleName);
        }));
        views(stage.page, "data-removed-with-runs");
        click(stage.the<QPushButton>("undoRemoveDataset"));
        QVERIFY(waitUntil([&] { return stage.session().dataset() && stage.session().runs().size() == 2; }));
    }

    void aRemovedDatasetIsDeletedWhenTheWorkspaceIsFinished() {
        Stage stage;
        QVERIFY(stage.idle());
        click(stage.the<QToolButton>("removeDataset"));
        QVERIFY(waitUntil([&] { return !stage.session().dataset(); }));
        bool ended = false;
        stage.session().finishRemovals([&ended] { ended = true; });
        QVERIFY(waitUntil([&] { return ended; }));
        std::int64_t left = -1;
        QVERIFY(stage.bench.work([&](JobContext& context) {
            left = std::int64_t(DatasetEditor(context.workspace).removed().size() +
                                DatasetStore(context.workspace).list().size());
        }));
        QCOMPARE(left, std::int64_t(0));
    }

    void theOverviewShowsTheTableAndFourShapes() {
        Stage stage;
        QVERIFY(stage.idle());
        QCOMPARE(stage.the<QLabel>("fact-users")->text(), QString("2,000"));
        QVERIFY(stage.the<QLabel>("fact-ties")->text().endsWith(" %"));
        for (const char* plot : {"lengthPlot", "popularityPlot", "overTimePlot", "gapPlot"})
            QVERIFY2(!stage.the<PlotView>(plot)->isEmpty(), plot);
        views(stage.page, "data-overview");
        auto* scroll = stage.the<QScrollArea>("overviewTab");
        const auto toTheEnd = [scroll] {
            scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        };
        views(stage.page, "data-overview-below", toTheEnd);
    }

    void theShapesDoNotOverlapInAnyWindow() {
        Stage stage;
        QVERIFY(stage.idle());
        for (const QSize size : {QSize(1440, 900), QSize(944, 604), QSize(1700, 1100)}) {
            stage.page.resize(size);
            QTest::qWait(50);
            QVERIFY(stage.the<PlotView>("lengthPlot")->geometry().bottom() <
                    stage.the<PlotView>("overTimePlot")->geometry().top());
        }
    }

    void theBarsOfTimeAndGapsSayWhatTheyAreWhenHovered() {
        Stage stage;
        QVERIFY(stage.idle());
        auto* scroll = stage.the<QScrollArea>("overviewTab");
        auto* gaps = stage.the<PlotView>("gapPlot");
        scroll->ensureWidgetVisible(gaps);
        QVERIFY(waitUntil([&] { return !gaps->isEmpty(); }));
        // The tallest bars of the sample are gaps of days.
        bool named = false;
        for (int x = gaps->width() / 4; x < gaps->width() && !named; x += 4) {
            QTest::mouseMove(gaps->plot(), {x, gaps->height() / 2});
            QApplication::processEvents();
            named = gaps->hoverText().contains("1–7 days");
        }
        QVERIFY(named);
    }

    void theCardSaysInWordsThatTheSampleIsSequential() {
        Stage stage;
        QVERIFY(stage.idle());
        QCOMPARE(stage.the<QLabel>("sequentialityVerdict")->text(), QString("Yes"));
        QVERIFY(stage.the<QLabel>("sequentialityFirst")->text().startsWith("The order matters"));
        QVERIFY(stage.the<QLabel>("sequentialityProtocol")->text().contains("full"));
        QVERIFY(stage.the<QLabel>("sequentialityCaution")->isHidden());
    }

    void theCardCautionsWhereTheOrderIsTheFiles() {
        Stage stage;
        QByteArray rows;  // the form of the SASRec files: user and item, in order
        for (int user = 1; user <= 60; ++user)
            for (int step = 0; step < 6; ++step)
                rows += QByteArray::number(user) + ' ' + QByteArray::number((user + step) % 7 + 1) + '\n';
        DatasetId id = 0;
        const std::string file = stage.bench.write("untimed.txt", rows).toStdString();
        QVERIFY(stage.bench.work([&](JobContext& context) {
            ImportOptions options;
            options.path = file;
            id = importDataset(context.workspace, options, context.progress, context.stop).dataset.id;
        }));
        stage.session().chooseDataset(id);
        auto* caution = stage.the<QLabel>("sequentialityCaution");
        QVERIFY(waitUntil([&] { return caution->isVisible(); }));
        QVERIFY(caution->text().contains("no times"));
        QVERIFY(stage.idle());
        QVERIFY(stage.the<PlotView>("overTimePlot")->isEmpty());
        views(stage.page, "data-untimed");
        stage.tab("Users");
        QVERIFY(!stage.the<QDateEdit>("usersFrom")->isVisible());
        auto* table = stage.the<QTableView>("usersTable");
        QVERIFY(table->isColumnHidden(2));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(waitUntil([&] { return stage.the<HistoryTimeline>("historyTimeline")->count() == 6; }));
        views(stage.page, "data-untimed-users");
    }

    void whatWasFoundOutIsKept() {
        Stage stage;
        QVERIFY(stage.idle());
        const DatasetId id = stage.session().dataset()->id;
        bool kept = false;
        QVERIFY(stage.bench.work([&](JobContext& context) {
            kept = keptOverview(context.workspace, id) && keptSequentiality(context.workspace, id);
        }));
        QVERIFY(kept);
    }

    void aClickOnAUserShowsTheHistory() {
        Stage stage;
        stage.tab("Users");
        auto* table = stage.the<QTableView>("usersTable");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(4, 0)).center());
        auto* timeline = stage.the<HistoryTimeline>("historyTimeline");
        QVERIFY(waitUntil([&] { return timeline->count() > 0; }));
        QCOMPARE(timeline->count(), table->model()->index(4, 1).data().toString().toInt());
        QVERIFY(!timeline->cells(0)[2].isEmpty());
        QVERIFY(timeline->cells(1)[1].endsWith("later") || timeline->cells(1)[1] == "same time");
        QVERIFY(stage.idle());
        views(stage.page, "data-users");
    }

    void aClickInTheHistoryGoesToTheItemAndFromThereToAUser() {
        Stage stage;
        stage.tab("Users");
        auto* table = stage.the<QTableView>("usersTable");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(2, 0)).center());
        auto* timeline = stage.the<HistoryTimeline>("historyTimeline");
        QVERIFY(waitUntil([&] { return timeline->count() > 2; }));
        const QString title = timeline->cells(1)[2];
        QTest::mouseClick(timeline->viewport(), Qt::LeftButton, {}, timeline->rowRect(1).center());
        QCOMPARE(stage.tabText(), QString("Items"));
        QCOMPARE(stage.the<QLabel>("itemTitle")->text(), title);
        auto* tabs = stage.the<QTabWidget>("itemTabs");
        QVERIFY(waitUntil([&] { return tabs->isVisible(); }));
        tabs->setCurrentIndex(3);
        auto* users = stage.the<QTableView>("itemUsers");
        QVERIFY(waitUntil([&] { return users->model()->rowCount() > 0; }));
        QVERIFY(stage.idle());
        const auto when = [&](int row) { return users->model()->index(row, 2).data().toString(); };
        auto* header = users->horizontalHeader();
        const auto clickWhen = [&] {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(2) + 20, header->height() / 2));
            QVERIFY(stage.idle());
        };
        const int rows = std::min(users->model()->rowCount(), 200);
        QVERIFY(rows > 5);
        clickWhen();
        for (int row = 1; row < rows; ++row) QVERIFY(when(row - 1) >= when(row));
        QVERIFY(when(0) > when(rows - 1));
        views(stage.page, "data-item-users");
        clickWhen();
        for (int row = 1; row < rows; ++row) QVERIFY(when(row - 1) <= when(row));
        const QString user = users->model()->index(0, 0).data().toString();
        QTest::mouseClick(users->viewport(), Qt::LeftButton, {},
                          users->visualRect(users->model()->index(0, 0)).center());
        QCOMPARE(stage.tabText(), QString("Users"));
        QVERIFY(waitUntil([&] { return stage.the<QLabel>("userTitle")->text() == "User " + user; }));
    }

    void anItemShowsWhatFollowsItAndOneGoesThereAndBack() {
        Stage stage;
        stage.tab("Items");
        // A film of a planted chain: its page begins with the planned successor.
        const SampleShop shop = makeSampleShop();
        const Token film = shop.rules.serials[0][0];
        const QString title = stage.session().titleOf(film);
        type(stage.the<QLineEdit>("itemsSearch"), title);
        auto* items = stage.the<QTableView>("itemsTable");
        QVERIFY(waitUntil([&] { return items->model()->index(0, 0).data().toString() == title; }));
        QTest::mouseClick(items->viewport(), Qt::LeftButton, {},
                          items->visualRect(items->model()->index(0, 0)).center());
        auto* after = stage.the<QTableView>("itemAfter");
        QVERIFY(waitUntil([&] { return after->model()->rowCount() > 0; }));
        const auto& planned = shop.rules.successors[std::size_t(film)];
        const auto likeliest = std::max_element(planned.begin(), planned.end(),
                                                [](auto& a, auto& b) { return a.probability < b.probability; });
        const QString next = stage.session().titleOf(likeliest->token);
        QCOMPARE(after->model()->index(0, 0).data().toString(), next);
        QVERIFY(after->model()->index(0, 2).data().toString().endsWith(QStringLiteral("×")));
        QVERIFY(stage.idle());
        views(stage.page, "data-item");
        QVERIFY(stage.the<QToolButton>("itemBack")->isHidden());
        QTest::mouseClick(after->viewport(), Qt::LeftButton, {},
                          after->visualRect(after->model()->index(0, 0)).center());
        QCOMPARE(stage.the<QLabel>("itemTitle")->text(), next);
        QVERIFY(stage.idle());
        click(stage.the<QToolButton>("itemBack"));
        QCOMPARE(stage.the<QLabel>("itemTitle")->text(), title);
        QVERIFY(stage.the<QToolButton>("itemBack")->isHidden());
    }

    void aListOfRelatedItemsIsSortedByItsHeader() {
        Stage stage;
        stage.tab("Items");
        auto* items = stage.the<QTableView>("itemsTable");
        QTest::mouseClick(items->viewport(), Qt::LeftButton, {},
                          items->visualRect(items->model()->index(0, 0)).center());
        auto* after = stage.the<QTableView>("itemAfter");
        QVERIFY(waitUntil([&] { return after->model()->rowCount() > 3; }));
        QVERIFY(stage.idle());
        auto* header = after->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(1) + 10, header->height() / 2));
        const auto count = [&](int row) { return after->model()->index(row, 1).data().toString().remove(',').toInt(); };
        const bool falls = count(0) >= count(after->model()->rowCount() - 1);
        for (int row = 1; row < after->model()->rowCount(); ++row)
            QVERIFY(falls ? count(row - 1) >= count(row) : count(row - 1) <= count(row));
    }

    void usersAreFilteredByLengthAndTime() {
        Stage stage;
        stage.tab("Users");
        QAbstractItemModel* users = stage.rows("usersTable");
        auto* least = stage.the<QSpinBox>("usersMinLength");
        type(least, "25");
        QTest::keyClick(least, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return users->rowCount() < 2000; }));
        QVERIFY(users->rowCount() > 10);
        for (int row = 0; row < 100; ++row) QVERIFY(users->index(row, 1).data().toString().toInt() >= 25);
        QVERIFY(stage.the<QLabel>("usersCount")->text().contains("of 2,000 users"));
        auto* from = stage.the<QDateEdit>("usersFrom");
        QVERIFY(from->isVisible());
        from->setDate({2099, 1, 1});
        QVERIFY(waitUntil([&] { return users->rowCount() == 0; }));
        picture(stage.page, "data-users-none");
        click(stage.the<QToolButton>("usersReset"));
        QVERIFY(waitUntil([&] { return users->rowCount() == 2000; }));
        QVERIFY(!stage.the<QToolButton>("usersReset")->isEnabled());
    }

    void itemsAreFilteredByGenre() {
        Stage stage;
        stage.tab("Items");
        auto* genre = stage.the<QComboBox>("itemsGenre");
        QVERIFY(waitUntil([&] { return genre->count() > 2; }));
        genre->setCurrentIndex(1);
        emit genre->activated(1);
        QAbstractItemModel* items = stage.rows("itemsTable");
        QVERIFY(waitUntil([&] { return items->rowCount() < int(stage.session().dataset()->items); }));
        QVERIFY(items->rowCount() > 0);
        for (int row = 0; row < std::min(items->rowCount(), 100); ++row)
            QVERIFY(items->index(row, 1).data().toString().contains(genre->currentText()));
    }

    void aDatasetIsRenamedInPlace() {
        Stage stage;
        QVERIFY(stage.idle());
        click(stage.the<QToolButton>("renameDataset"));
        auto* line = stage.the<QLineEdit>("newDatasetName");
        QVERIFY(line->isVisible());
        type(line, "Cinema of dreams");
        picture(stage.page, "data-rename");
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return stage.the<QLabel>("datasetName")->text() == "Cinema of dreams"; }));
        QCOMPARE(stage.session().dataset()->name, std::string("Cinema of dreams"));
        click(stage.the<QToolButton>("renameDataset"));
        type(line, "Something else");
        QTest::keyClick(line, Qt::Key_Escape);
        QCOMPARE(stage.the<QLabel>("datasetName")->text(), QString("Cinema of dreams"));
    }

    void notesAreKeptWithoutASaveButton() {
        Stage stage;
        stage.tab("Notes");
        auto* notes = stage.the<QPlainTextEdit>("datasetNotes");
        QVERIFY(waitUntil([&] { return notes->isEnabled(); }));
        notes->setFocus();
        QTest::keyClicks(notes, "Ask Ana about the gaps in May.");
        std::string kept;
        QVERIFY(waitUntil([&] {
            stage.bench.work([&](JobContext& context) {
                kept = DatasetEditor(context.workspace).notes(stage.session().dataset()->id);
            });
            return !kept.empty();
        }));
        QCOMPARE(kept, std::string("Ask Ana about the gaps in May."));
        views(stage.page, "data-notes");
    }

    void theCatalogueSaysWhereToGetDataAndCopiesTheAddress() {
        Stage stage;
        QVERIFY(stage.idle());
        click(stage.the<QPushButton>("showCatalogue"));
        QVERIFY(stage.the<QWidget>("catalogue")->isVisible());
        views(stage.page, "data-catalogue");
        click(stage.the<QPushButton>("copyAddress"));
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("https://"));
        click(stage.the<QPushButton>("closeCatalogue"));
        QVERIFY(stage.the<QLabel>("datasetName")->isVisible());
    }
};

QTEST_MAIN(DataPageTest)
#include "data_page_test.moc"
