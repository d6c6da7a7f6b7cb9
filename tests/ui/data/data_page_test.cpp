// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_page.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>

#include "core/data/sample_shop.h"
#include "ui/data/data_table.h"
#include "ui/plot/plot_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

const char* const kTrips =
    "user,item,rating,timestamp\n"
    "anna,Harbour,5,100\nanna,Museum,2,200\nanna,Park,4,300\n"
    "bruno,Park,5,50\nbruno,Harbour,1,60\nbruno,Tower,4,70\n"
    "chiara,Tower,3,10\nchiara,Park,5,20\nchiara,Museum,4,30\n";

struct Stage {
    Bench bench;
    DataPage page{bench.session()};

    explicit Stage(Bench::Content content = Bench::Content::Sample) : bench(content) { show(page); }
    Session& session() { return bench.session(); }
    template <class T>
    T* the(const char* name) {
        return find<T>(page, name);
    }
    QAbstractItemModel* rows(const char* table) { return the<QAbstractItemView>(table)->model(); }
    void offer(const char* name, const QByteArray& content) { session().offerImport(bench.write(name, content)); }
    bool idle() {
        return waitUntil([this] { return bench.jobs().isIdle(); });
    }
};

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
        picture(stage.page, "data-sample");
        stage.the<QTabWidget>("dataTabs")->setCurrentIndex(1);
        QVERIFY(stage.idle());
        picture(stage.page, "data-items");
        stage.the<QTabWidget>("dataTabs")->setCurrentIndex(2);
        picture(stage.page, "data-report");
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
        QVERIFY(stage.idle());
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
        QVERIFY(stage.idle());
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

    void aDoubleClickOnAUserAsksForTheExplorePage() {
        Stage stage;
        QVERIFY(stage.idle());
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
        QVERIFY(stage.idle());
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
        static_cast<PagedTableModel*>(stage.rows("usersTable"))->exportCsv(path, &stage.page, [&done] { done = true; });
        QVERIFY(waitUntil([&] { return done; }));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 2001);
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
        QCOMPARE(stage.the<QTabWidget>("dataTabs")->currentIndex(), 2);
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
        auto* user = stage.the<QComboBox>("importColumn0");
        auto* item = stage.the<QComboBox>("importColumn1");
        const auto choose = [](QComboBox* box, int column) {
            box->setCurrentIndex(box->findData(column));
            emit box->activated(box->currentIndex());
        };
        choose(user, 1);
        choose(item, 0);
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

    void removingAsksOnTheCardAndThenRemoves() {
        Stage stage;
        QVERIFY(stage.idle());
        click(stage.the<QToolButton>("removeDataset"));
        picture(stage.page, "data-remove");
        click(stage.the<QPushButton>("keepDataset"));
        QVERIFY(stage.session().dataset());
        click(stage.the<QToolButton>("removeDataset"));
        click(stage.the<QPushButton>("confirmRemoveDataset"));
        QVERIFY(waitUntil([&] { return !stage.session().dataset(); }));
        QVERIFY(stage.session().datasets().empty());
    }
};

QTEST_MAIN(DataPageTest)
#include "data_page_test.moc"
