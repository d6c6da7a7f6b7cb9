// SPDX-License-Identifier: GPL-3.0-or-later
// Operates the import panel as the user of the program would. Tests the counts that it shows before anything is stored,
// its questions about the file, and importing a file again.
#include "ui/data/import_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
#include <QTimer>
#include <QUrl>

#include "core/data/importer.h"
#include "data_stage.h"
#include "tests/core/support/archive_files.h"
#include "ui/frame/main_window.h"
#include "ui/theme/theme.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

const char* const kTrips =
    "user,item,rating,timestamp\n"
    "anna,Harbour,5,100\nanna,Museum,2,200\nanna,Park,4,300\n"
    "bruno,Park,5,50\nbruno,Harbour,1,60\nbruno,Park,4,70\n"
    "chiara,Tower,3,10\nchiara,Park,5,20\nchiara,Museum,4,30\n";

/// A CSV file with 12 visitors, 5 pages and 3 shops; every second row has a note.
QByteArray visits() {
    QByteArray content = "visitor_id,page_id,event_time,shop_id,note\n";
    for (int i = 0; i < 60; ++i) {
        content += "v" + QByteArray::number(i % 12) + ",p" + QByteArray::number((i / 12 + i) % 5) + ",2019-03-0" +
                   QByteArray::number(1 + i / 12) + " 10:" + QByteArray::number(10 + i % 12) + ":00,s" +
                   QByteArray::number(i % 3) + (i % 2 ? ",seen\n" : ",\n");
    }
    return content;
}

/// Baskets of six users, each with a list of up to four of five goods in a cell.
QByteArray baskets(int lines) {
    static constexpr const char* kGoods[] = {"Bread", "Milk", "Eggs", "Beer", "Tea"};
    QByteArray content = "user,date,items\n";
    for (int line = 0; line < lines; ++line) {
        content += "u" + QByteArray::number(line % 6) + ",2020-01-0" + QByteArray::number(1 + line / 6) + ",\"";
        for (int i = 0; i <= line % 4; ++i) content += QByteArray(i > 0 ? ", " : "") + kGoods[(line + i) % 5];
        content += "\"\n";
    }
    return content;
}

QString remarks(Stage& stage) {
    return stage.child<QLabel>("importRemarks")->text();
}

/// Writes a zip file that contains the files of a sample in one folder, like a downloaded archive.
void zipSample(const char* sample, const QString& path) {
    const QDir folder(QStringLiteral(RECSCOPE_SOURCE_DIR "/tests/data/formats/") + QString::fromLatin1(sample));
    PackedFiles files;
    for (const QString& name : folder.entryList(QDir::Files)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) qFatal("'%s' cannot be read.", qPrintable(name));
        files.emplace_back(std::string(sample) + "/" + name.toStdString(), file.readAll().toStdString());
    }
    writeZip(path.toStdString(), files);
}

void drop(QWidget& window, const QString& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    if (!enter.isAccepted()) qFatal("The window takes no file.");
    QDropEvent drop(window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &drop);
}

}  // namespace

class ImportPanelTest : public QObject {
    Q_OBJECT

private slots:
    void countsAreShownBeforeAnythingIsStored() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        QVERIFY(stage.showsSizes("3 users · 4 items · 9 interactions"));
        QVERIFY(remarks(stage).contains("none dropped"));
        QVERIFY(remarks(stage).contains("repeated user-item pairs: 1"));
        picture(stage.page, "import-counted");
        stage.choose("importDuplicates", int(Duplicates::First));
        QVERIFY(stage.showsSizes("3 users · 4 items · 8 interactions"));
        stage.child<QCheckBox>("importUseRating")->setChecked(true);
        QVERIFY(stage.showsSizes("3 users · 3 items · 5 interactions"));
        QVERIFY2(remarks(stage).contains("dropped: "), qPrintable(remarks(stage)));
        picture(stage.page, "import-filtered");
        QCOMPARE(stage.session().datasets().size(), std::size_t(1));
    }

    void aPresetFillsInTheFilters() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        QVERIFY(stage.showsSizes("3 users"));
        stage.choose("importPreset", QStringLiteral("5-core"));
        QCOMPARE(stage.child<QSpinBox>("importMinUser")->value(), 5);
        QCOMPARE(stage.child<QSpinBox>("importMinItem")->value(), 5);
        QCOMPARE(stage.child<QComboBox>("importKCore")->currentData().toInt(), int(KCore::Iterative));
        QVERIFY(waitUntil([&] { return stage.child<QLabel>("importProblem")->isVisible(); }));
        QVERIFY(!stage.start()->isEnabled());
        QCOMPARE(stage.start()->toolTip(), stage.child<QLabel>("importProblem")->text().section('\n', 0, 0));
        picture(stage.page, "import-nothing-left");
        stage.child<QSpinBox>("importMinUser")->setValue(0);
        QCOMPARE(stage.child<QComboBox>("importPreset")->currentIndex(), 0);
    }

    void aHalfDamagedFileCanBeImportedOnlyOnRequest() {
        Stage stage;
        QByteArray content = kTrips;
        for (int i = 0; i < 9; ++i) content += "broken line\n";
        stage.offer("damaged.csv", content);
        QVERIFY(waitUntil([&] { return stage.child<QLabel>("importProblem")->isVisible(); }));
        picture(stage.page, "import-damaged");
        stage.child<QCheckBox>("importKeepDamaged")->setChecked(true);
        QVERIFY(stage.showsSizes("3 users · 4 items · 9 interactions"));
        QVERIFY2(remarks(stage).contains("9 dropped: "), qPrintable(remarks(stage)));
        QVERIFY(!stage.child<QLabel>("importProblem")->isVisible());
    }

    void aFailedCountCanBeTriedAgain() {
        Stage stage;
        stage.offer("damaged.csv", kTrips + QByteArray("broken line\n").repeated(9));
        auto* again = stage.child<QPushButton>("importTryAgain");
        QVERIFY(waitUntil([&] { return again->isVisible(); }));
        QVERIFY(!stage.start()->isEnabled());
        stage.bench.write("damaged.csv", kTrips);
        click(again);
        QVERIFY(stage.showsSizes("3 users · 4 items · 9 interactions"));
        QVERIFY(waitUntil([&] { return !again->isVisible() && stage.start()->isEnabled(); }));
    }

    void twoImportsStartedInARowBothFinish() {
        Stage stage;
        QSignalSpy notified(&stage.session(), &Session::notified);
        for (const char* name : {"first.csv", "second.csv"}) {
            stage.offer(name, kTrips);
            QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
            click(stage.start());
        }
        QVERIFY(waitUntil([&] { return stage.datasetNamed("first") && stage.datasetNamed("second"); }));
        QVERIFY(waitUntil([&] { return notified.count() == 2; }));
    }

    void theStoredSettingsReproduceTheDataset() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        QVERIFY(stage.showsSizes("3 users"));
        stage.child<QCheckBox>("importUseRating")->setChecked(true);
        stage.choose("importDuplicates", int(Duplicates::Last));
        QVERIFY(stage.showsSizes("3 users · 3 items · 5 interactions"));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.datasetNamed("trips"); }));
        QVERIFY(waitUntil([&] { return stage.bench.jobs().isIdle(); }));
        click(stage.child<QPushButton>("importAgain"));
        QVERIFY(stage.showsSizes("3 users · 3 items · 5 interactions"));
        QVERIFY(stage.child<QCheckBox>("importUseRating")->isChecked());
        QCOMPARE(stage.child<QComboBox>("importDuplicates")->currentData().toInt(), int(Duplicates::Last));
        type(stage.child<QLineEdit>("importName"), "again");
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.datasetNamed("again"); }));
        QCOMPARE(stage.datasetNamed("again")->interactions, stage.datasetNamed("trips")->interactions);
        QCOMPARE(stage.datasetNamed("again")->items, stage.datasetNamed("trips")->items);
    }

    void importingAgainForgetsThePresetChosenForAnotherFile() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        QVERIFY(stage.showsSizes("3 users"));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.datasetNamed("trips"); }));
        QVERIFY(stage.idle());
        stage.offer("visits.csv", visits());
        QVERIFY(stage.showsSizes("12 users"));
        stage.choose("importPreset", QStringLiteral("5-core"));
        QCOMPARE(stage.child<QSpinBox>("importMinUser")->value(), 5);
        stage.session().offerImportAgain(QString::fromStdString(stage.datasetNamed("trips")->settings));
        QVERIFY(stage.showsSizes("3 users"));
        QCOMPARE(stage.child<QSpinBox>("importMinUser")->value(), 0);
        QCOMPARE(stage.child<QComboBox>("importPreset")->currentIndex(), 0);
    }

    void aZipDroppedOnTheWindowIsImportedWithTitlesAndTags() {
        const Bench bench(Bench::Content::Empty);
        const QString workspace = bench.path("window.recscope"), zip = bench.path("ml-latest.zip");
        putSampleWorkspace(workspace);
        zipSample("movielens-latest", zip);
        MainWindow window;
        show(window);
        window.openWorkspace(workspace, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return window.session() && window.session()->catalogue(); }));
        Session& session = *window.session();
        const auto idle = [&] { return waitUntil([&] { return session.jobs().isIdle(); }); };

        drop(window, zip);
        auto* start = find<QPushButton>(window, "startImport");
        QVERIFY(waitUntil([&] { return start->isVisible() && start->isEnabled(); }));
        QCOMPARE(find<QLineEdit>(window, "importName")->text(), QString("movielens-latest"));
        QCOMPARE(find<QTableWidget>(window, "importPreview")->rowCount(), 4);
        QVERIFY(idle());
        picture(window, "import-zip");
        click(start);
        QVERIFY(waitUntil([&] { return session.dataset() && session.dataset()->name == "movielens-latest"; }));
        QCOMPARE(session.dataset()->format, std::string("movielens-csv"));
        QCOMPARE(session.dataset()->interactions, std::int64_t(4));
        QVERIFY(waitUntil([&] { return session.catalogue() != nullptr; }));
        QVERIFY(idle());

        auto* tabs = find<QTabWidget>(window, "dataTabs");
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->tabText(i) == "Items")
                QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(i).center());
        auto* items = find<QTableView>(window, "itemsTable");
        QVERIFY(idle());
        int row = 0;
        while (row < items->model()->rowCount() &&
               items->model()->index(row, 0).data().toString() != "Toy Trains (1995)")
            ++row;
        QTest::mouseClick(items->viewport(), Qt::LeftButton, {},
                          items->visualRect(items->model()->index(row, 0)).center());
        QCOMPARE(find<QLabel>(window, "itemTitle")->text(), QString("Toy Trains (1995)"));
        auto* tags = find<QLabel>(window, "itemTags");
        QVERIFY(tags->isVisible());
        QCOMPARE(tags->text(), QString("Tags: trains, fun"));
        QVERIFY(idle());
        picture(window, "item-tags");
    }

    void invalidUtf8IsMarkedInThePreview() {
        Stage stage;
        stage.offer("letters.csv",
                    "user,item\nanna,Caf\xC3\xA9\nanna,Stra\xC3\x9F"
                    "e\nbruno,Caf\xE9\nbruno,Park\n");
        stage.choose("importEncoding", QStringLiteral("UTF-8"));
        auto* preview = stage.child<QTableWidget>("importPreview");
        QVERIFY(waitUntil([&] { return preview->rowCount() == 4 && !preview->item(2, 1)->icon().isNull(); }));
        QVERIFY(preview->item(0, 1)->icon().isNull());
        QVERIFY(preview->item(2, 1)->toolTip().contains("UTF-8"));
        picture(stage.page, "import-letters");
    }

    void eachColumnIsDescribedAndAClickChangesItsUse() {
        Stage stage;
        stage.offer("visits.csv", visits());
        QVERIFY(stage.showsSizes("12 users · 5 items · 60 interactions"));
        auto* columns = stage.child<QTableWidget>("importColumns");
        const auto cell = [&](int row, int column) { return columns->item(row, column)->text(); };
        QCOMPARE(columns->rowCount(), 5);
        QCOMPARE(cell(0, 0), QString("visitor_id"));
        QVERIFY2(cell(0, 1).startsWith("User"), qPrintable(cell(0, 1)));
        QVERIFY2(cell(1, 1).startsWith("Item"), qPrintable(cell(1, 1)));
        QVERIFY2(cell(2, 1).startsWith("Time"), qPrintable(cell(2, 1)));
        QVERIFY2(cell(4, 1).startsWith("Not used"), qPrintable(cell(4, 1)));
        QCOMPARE(cell(3, 0), QString("shop_id"));
        QVERIFY2(cell(0, 5).contains("v0") && cell(0, 5).contains("v4"), qPrintable(cell(0, 5)));
        QCOMPARE(cell(4, 3), QString("50 %"));
        QCOMPARE(cell(1, 4), QString("5"));
        // This column counts only within the examined rows; the counts below the table may cover more rows.
        QCOMPARE(columns->horizontalHeaderItem(4)->text(), QString("Distinct\nin 60 rows"));
        picture(stage.page, "import-columns");

        // Uses the shops as items, which updates the counts.
        whenOpen<QMenu>(stage.page, [&](QMenu& menu) {
            picture(menu, "import-columns-menu");
            QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(menu.actions()[1]).center());
        });
        QTest::mouseClick(columns->viewport(), Qt::LeftButton, {},
                          columns->visualItemRect(columns->item(3, 1)).center());
        QVERIFY(waitUntil([&] { return cell(3, 1).startsWith("Item"); }));
        QVERIFY(cell(1, 1).startsWith("Not used"));
        QCOMPARE(cell(3, 6), QString("Your choice."));
        QVERIFY(stage.showsSizes("12 users · 3 items · 60 interactions"));

        // Makes the pages the items again, with keys: Return on the row of page_id opens the menu, whose second entry
        // is Item.
        columns->setFocus();
        columns->setCurrentCell(1, 0);
        whenOpen<QMenu>(stage.page, [&](QMenu& menu) {
            QTest::keyClick(&menu, Qt::Key_Down);
            QTest::keyClick(&menu, Qt::Key_Down);
            QTest::keyClick(&menu, Qt::Key_Return);
        });
        QTest::keyClick(columns, Qt::Key_Return);
        QVERIFY(stage.showsSizes("12 users · 5 items · 60 interactions"));
    }

    void examplesAndReasonsAreNotCutInAUsualWindow() {
        Stage stage(Bench::Content::Sample, {1360, 800});
        stage.offer("visits.csv", visits());
        QVERIFY(stage.showsSizes("12 users · 5 items · 60 interactions"));
        auto* columns = stage.child<QTableWidget>("importColumns");
        QTest::qWait(30);
        picture(stage.page, "import-columns-usual");
        QCOMPARE(columns->horizontalScrollBar()->maximum(), 0);
        for (int row = 0; row < columns->rowCount(); ++row)
            for (int column = 0; column < columns->columnCount(); ++column) {
                const QTableWidgetItem& cell = *columns->item(row, column);
                const QRect available(0, 0, columns->columnWidth(column) - 16, 1000);
                const QRect needed =
                    QFontMetrics(cell.font()).boundingRect(available, Qt::AlignLeft | Qt::TextWordWrap, cell.text());
                QVERIFY2(needed.height() <= columns->rowHeight(row) && needed.width() <= available.width(),
                         qPrintable(cell.text()));
            }
    }

    void listsInCellsAreDividedUnlessOneItemIsChosen() {
        Stage stage;
        stage.offer("baskets.csv", baskets(30));
        QVERIFY(stage.showsSizes("6 users · 5 items · 73 interactions"));
        auto* separator = stage.child<QComboBox>("importItemSeparator");
        QCOMPARE(separator->currentText(), QString("Found: Lists, separated by \", \""));
        picture(stage.page, "import-lists");
        stage.choose("importItemSeparator", QStringLiteral("none"));
        QVERIFY(stage.showsSizes("6 users · 20 items · 30 interactions"));
        stage.choose("importItemSeparator", QStringLiteral(","));
        QVERIFY(stage.showsSizes("6 users · 5 items · 73 interactions"));
    }

    void uncertainListsNeedAChoice() {
        Stage stage;
        stage.offer("few.csv",
                    "user,date,items\nann,2020-01-01,\"Bread, Milk\"\nbob,2020-01-02,\"Eggs, Milk, Tea\"\n"
                    "ann,2020-01-03,\"Beer, Bread\"\n");
        auto* question = stage.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        picture(stage.page, "import-lists-question");
        click(stage.child<QRadioButton>("importReading1"));
        QVERIFY(stage.showsSizes("2 users · 5 items · 7 interactions"));
        QCOMPARE(stage.child<QComboBox>("importItemSeparator")->currentData().toString(), QString(", "));
    }

    void theColumnsOfATableCanBeTheUsers() {
        Stage stage;
        QByteArray content = "id,judge_0,judge_1,judge_2,judge_3,judge_4,judge_5,judge_6,judge_7,judge_8\n";
        for (int row = 0; row < 40; ++row) {
            content += QByteArray::number(1000 + 7 * row);
            for (int judge = 0; judge < 9; ++judge)
                content +=
                    (row + judge) % 3 ? QByteArray(",") : QByteArray(",") + QByteArray::number((row * judge) % 2);
            content += '\n';
        }
        stage.offer("votes.csv", content);
        auto* question = stage.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        click(stage.child<QRadioButton>("importReading1"));
        QVERIFY(stage.showsSizes("9 users · 40 items · 120 interactions"));
    }

    void eachRowOfListsCanBeAHistory() {
        Stage stage;
        QByteArray content = "items\n";
        for (const QByteArray& line : baskets(30).split('\n').mid(1))
            if (!line.isEmpty()) content += line.mid(line.indexOf('"')) + '\n';
        stage.offer("rows.csv", content);
        auto* question = stage.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        picture(stage.page, "import-each-row");
        click(stage.child<QRadioButton>("importReading1"));
        QVERIFY(stage.showsSizes("30 users · 5 items · 73 interactions"));
    }

    void theFormAsksHowToReadAmbiguousDates() {
        Stage stage;
        QByteArray content = "user_id,item_id,date\n";
        for (int i = 0; i < 40; ++i)
            content += "u" + QByteArray::number(i % 8) + ",i" + QByteArray::number(i % 5) + ",0" +
                       QByteArray::number(1 + i % 9) + "/0" + QByteArray::number(1 + (i * 5) % 9) + "/2019\n";
        stage.offer("dates.csv", content);
        auto* question = stage.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        QVERIFY(!stage.start()->isEnabled());
        QCOMPARE(stage.start()->toolTip(), QString("Choose how the file is to be read"));
        picture(stage.page, "import-question");
        click(stage.child<QRadioButton>("importReading0"));
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
        QVERIFY(stage.showsSizes("8 users · 5 items · 40 interactions"));
        const int format = stage.child<QComboBox>("importTime")->currentData().toInt();
        QVERIFY(format == int(TimeFormat::DayFirst) || format == int(TimeFormat::MonthFirst));
        picture(stage.page, "import-question-answered");
    }

    void theFormAsksWhoseInteractionsAFileWithoutUsersHas() {
        Stage stage;
        QByteArray content = "endTime,artistName,trackName,msPlayed\n";
        for (int i = 0; i < 60; ++i)
            content += "2020-03-" + QByteArray::number(10 + i / 6) + " 1" + QByteArray::number(i % 6) + ":00,Artist " +
                       QByteArray::number(i % 4) + ",Track " + QByteArray::number(i % 20) + "," +
                       QByteArray::number(1000 + 977 * (i % 37)) + "\n";
        stage.offer("StreamingHistory.csv", content);
        auto* question = stage.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        QCOMPARE(question->text(), QString("No column says whose interactions these are. Whose are they?"));
        QVERIFY(stage.child<QLabel>("importQuestionHint")->isVisible());
        QVERIFY(!stage.start()->isEnabled());
        picture(stage.page, "import-question-whose");
        auto* onePerson = stage.child<QRadioButton>("importReading0");
        QCOMPARE(onePerson->text(), QString("all of one person, item in \"trackName\""));
        click(onePerson);
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
        QVERIFY(stage.showsSizes("1 user · 20 items · 60 interactions"));
        QCOMPARE(stage.child<QComboBox>("importColumn0")->currentText(),
                 QString("None: all rows belong to one person"));
        picture(stage.page, "import-question-whose-answered");
        // A column that is chosen as the user takes the place of the one person.
        stage.choose("importColumn0", 1);
        QVERIFY(stage.showsSizes("4 users · 20 items · 60 interactions"));
    }

    void theHeaderLineCanBeSwitchedOff() {
        Stage stage;
        stage.offer("visits.csv", visits());
        QVERIFY(stage.showsSizes("12 users · 5 items · 60 interactions"));
        QCOMPARE(stage.child<QComboBox>("importHeader")->currentText(), QString("Found: names of the columns"));
        stage.choose("importHeader", int(Header::No));
        auto* rows = stage.child<QTableWidget>("importPreview");
        QVERIFY(waitUntil([&] { return rows->item(0, 0) && rows->item(0, 0)->text() == "visitor_id"; }));
        picture(stage.page, "import-no-header");
    }

    void timesCanBeParsedWithAPattern() {
        Stage stage;
        QByteArray content = "user_id,item_id,when\n";
        for (int i = 0; i < 40; ++i)
            content += "u" + QByteArray::number(i % 8) + ",i" + QByteArray::number(i % 5) + ",2019~0" +
                       QByteArray::number(1 + i % 9) + "~1" + QByteArray::number(i % 9) + "\n";
        stage.offer("pattern.csv", content);
        QVERIFY(waitUntil([&] { return stage.child<QTableWidget>("importPreview")->rowCount() > 0; }));
        QVERIFY(!stage.child<QLineEdit>("importTimePattern")->isVisible());
        stage.choose("importTime", int(TimeFormat::Pattern));
        QVERIFY(stage.child<QLineEdit>("importTimePattern")->isVisible());
        stage.choose("importColumn2", 2);
        type(stage.child<QLineEdit>("importTimePattern"), "%Y~%m~%d");
        QVERIFY(stage.showsSizes("8 users · 5 items · 40 interactions"));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.datasetNamed("pattern") != nullptr; }));
        QVERIFY(stage.datasetNamed("pattern")->hasTimes);
    }

    void countsAreShownInASmallDarkWindow() {
        Theme::instance().setChoice(ThemeChoice::Dark);
        Stage stage(Bench::Content::Sample, {1024, 660});
        stage.offer("trips.csv", kTrips);
        QVERIFY(stage.showsSizes("3 users"));
        picture(stage.page, "import-small-dark");
        Theme::instance().setChoice(ThemeChoice::Light);
        QCoreApplication::processEvents();
        picture(stage.page, "import-small-light");
    }
};

QTEST_MAIN(ImportPanelTest)
#include "import_panel_test.moc"
