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
#include "data_fixture.h"
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

/// A CSV file with a basket in each line, in turn of six users. One cell lists the goods of the basket: one to four of
/// five.
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

QString remarks(DataFixture& fixture) {
    return fixture.child<QLabel>("importRemarks")->text();
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
        DataFixture fixture;
        fixture.offer("trips.csv", kTrips);
        QVERIFY(fixture.showsSizes("3 users · 4 items · 9 interactions"));
        QVERIFY(remarks(fixture).contains("none dropped"));
        QVERIFY(remarks(fixture).contains("repeated user-item pairs: 1"));
        savePicture(fixture.page, "import-counted");
        fixture.choose("importDuplicates", int(Duplicates::First));
        QVERIFY(fixture.showsSizes("3 users · 4 items · 8 interactions"));
        fixture.child<QCheckBox>("importUseRating")->setChecked(true);
        QVERIFY(fixture.showsSizes("3 users · 3 items · 5 interactions"));
        QVERIFY2(remarks(fixture).contains("dropped: "), qPrintable(remarks(fixture)));
        savePicture(fixture.page, "import-filtered");
        QCOMPARE(fixture.session().datasets().size(), std::size_t(1));
    }

    void aPresetFillsInTheFilters() {
        DataFixture fixture;
        fixture.offer("trips.csv", kTrips);
        QVERIFY(fixture.showsSizes("3 users"));
        fixture.choose("importPreset", QStringLiteral("5-core"));
        QCOMPARE(fixture.child<QSpinBox>("importMinUser")->value(), 5);
        QCOMPARE(fixture.child<QSpinBox>("importMinItem")->value(), 5);
        QCOMPARE(fixture.child<QComboBox>("importKCore")->currentData().toInt(), int(KCore::Iterative));
        QVERIFY(waitUntil([&] { return fixture.child<QLabel>("importProblem")->isVisible(); }));
        QVERIFY(!fixture.startButton()->isEnabled());
        QCOMPARE(fixture.startButton()->toolTip(), fixture.child<QLabel>("importProblem")->text().section('\n', 0, 0));
        savePicture(fixture.page, "import-nothing-left");
        fixture.child<QSpinBox>("importMinUser")->setValue(0);
        QCOMPARE(fixture.child<QComboBox>("importPreset")->currentIndex(), 0);
    }

    void aHalfDamagedFileCanBeImportedOnlyOnRequest() {
        DataFixture fixture;
        QByteArray content = kTrips;
        for (int i = 0; i < 9; ++i) content += "broken line\n";
        fixture.offer("damaged.csv", content);
        QVERIFY(waitUntil([&] { return fixture.child<QLabel>("importProblem")->isVisible(); }));
        savePicture(fixture.page, "import-damaged");
        fixture.child<QCheckBox>("importKeepDamaged")->setChecked(true);
        QVERIFY(fixture.showsSizes("3 users · 4 items · 9 interactions"));
        QVERIFY2(remarks(fixture).contains("9 dropped: "), qPrintable(remarks(fixture)));
        QVERIFY(!fixture.child<QLabel>("importProblem")->isVisible());
    }

    void aFailedCountCanBeTriedAgain() {
        DataFixture fixture;
        fixture.offer("damaged.csv", kTrips + QByteArray("broken line\n").repeated(9));
        auto* again = fixture.child<QPushButton>("importTryAgain");
        QVERIFY(waitUntil([&] { return again->isVisible(); }));
        QVERIFY(!fixture.startButton()->isEnabled());
        fixture.environment.write("damaged.csv", kTrips);
        click(again);
        QVERIFY(fixture.showsSizes("3 users · 4 items · 9 interactions"));
        QVERIFY(waitUntil([&] { return !again->isVisible() && fixture.startButton()->isEnabled(); }));
    }

    void twoImportsStartedInARowBothFinish() {
        DataFixture fixture;
        QSignalSpy notified(&fixture.session(), &Session::notified);
        for (const char* name : {"first.csv", "second.csv"}) {
            fixture.offer(name, kTrips);
            QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
            click(fixture.startButton());
        }
        QVERIFY(waitUntil([&] { return fixture.datasetNamed("first") && fixture.datasetNamed("second"); }));
        QVERIFY(waitUntil([&] { return notified.count() == 2; }));
    }

    void theStoredSettingsReproduceTheDataset() {
        DataFixture fixture;
        fixture.offer("trips.csv", kTrips);
        QVERIFY(fixture.showsSizes("3 users"));
        fixture.child<QCheckBox>("importUseRating")->setChecked(true);
        fixture.choose("importDuplicates", int(Duplicates::Last));
        QVERIFY(fixture.showsSizes("3 users · 3 items · 5 interactions"));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.datasetNamed("trips"); }));
        QVERIFY(waitUntil([&] { return fixture.environment.jobs().isIdle(); }));
        click(fixture.child<QPushButton>("importAgain"));
        QVERIFY(fixture.showsSizes("3 users · 3 items · 5 interactions"));
        QVERIFY(fixture.child<QCheckBox>("importUseRating")->isChecked());
        QCOMPARE(fixture.child<QComboBox>("importDuplicates")->currentData().toInt(), int(Duplicates::Last));
        type(fixture.child<QLineEdit>("importName"), "again");
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.datasetNamed("again"); }));
        QCOMPARE(fixture.datasetNamed("again")->interactions, fixture.datasetNamed("trips")->interactions);
        QCOMPARE(fixture.datasetNamed("again")->items, fixture.datasetNamed("trips")->items);
    }

    void importingAgainForgetsThePresetChosenForAnotherFile() {
        DataFixture fixture;
        fixture.offer("trips.csv", kTrips);
        QVERIFY(fixture.showsSizes("3 users"));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.datasetNamed("trips"); }));
        QVERIFY(fixture.idle());
        fixture.offer("visits.csv", visits());
        QVERIFY(fixture.showsSizes("12 users"));
        fixture.choose("importPreset", QStringLiteral("5-core"));
        QCOMPARE(fixture.child<QSpinBox>("importMinUser")->value(), 5);
        fixture.session().offerImportAgain(QString::fromStdString(fixture.datasetNamed("trips")->settings));
        QVERIFY(fixture.showsSizes("3 users"));
        QCOMPARE(fixture.child<QSpinBox>("importMinUser")->value(), 0);
        QCOMPARE(fixture.child<QComboBox>("importPreset")->currentIndex(), 0);
    }

    void aZipDroppedOnTheWindowIsImportedWithTitlesAndTags() {
        const TestEnvironment environment(TestEnvironment::Content::Empty);
        const QString workspace = environment.path("window.recscope"), zip = environment.path("ml-latest.zip");
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
        savePicture(window, "import-zip");
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
        savePicture(window, "item-tags");
    }

    void invalidUtf8IsMarkedInThePreview() {
        DataFixture fixture;
        fixture.offer("letters.csv",
                      "user,item\nanna,Caf\xC3\xA9\nanna,Stra\xC3\x9F"
                      "e\nbruno,Caf\xE9\nbruno,Park\n");
        fixture.choose("importEncoding", QStringLiteral("UTF-8"));
        auto* preview = fixture.child<QTableWidget>("importPreview");
        QVERIFY(waitUntil([&] { return preview->rowCount() == 4 && !preview->item(2, 1)->icon().isNull(); }));
        QVERIFY(preview->item(0, 1)->icon().isNull());
        QVERIFY(preview->item(2, 1)->toolTip().contains("UTF-8"));
        savePicture(fixture.page, "import-letters");
    }

    void eachColumnIsDescribedAndAClickChangesItsUse() {
        DataFixture fixture;
        fixture.offer("visits.csv", visits());
        QVERIFY(fixture.showsSizes("12 users · 5 items · 60 interactions"));
        auto* columns = fixture.child<QTableWidget>("importColumns");
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
        savePicture(fixture.page, "import-columns");

        // Uses the shops as items, which updates the counts.
        whenOpen<QMenu>(fixture.page, [&](QMenu& menu) {
            savePicture(menu, "import-columns-menu");
            QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(menu.actions()[1]).center());
        });
        QTest::mouseClick(columns->viewport(), Qt::LeftButton, {},
                          columns->visualItemRect(columns->item(3, 1)).center());
        QVERIFY(waitUntil([&] { return cell(3, 1).startsWith("Item"); }));
        QVERIFY(cell(1, 1).startsWith("Not used"));
        QCOMPARE(cell(3, 6), QString("Your choice."));
        QVERIFY(fixture.showsSizes("12 users · 3 items · 60 interactions"));

        // Makes the pages the items again, with keys: Return on the row of page_id opens the menu, whose second entry
        // is Item.
        columns->setFocus();
        columns->setCurrentCell(1, 0);
        whenOpen<QMenu>(fixture.page, [&](QMenu& menu) {
            QTest::keyClick(&menu, Qt::Key_Down);
            QTest::keyClick(&menu, Qt::Key_Down);
            QTest::keyClick(&menu, Qt::Key_Return);
        });
        QTest::keyClick(columns, Qt::Key_Return);
        QVERIFY(fixture.showsSizes("12 users · 5 items · 60 interactions"));
    }

    void examplesAndReasonsAreNotCutInAUsualWindow() {
        DataFixture fixture(TestEnvironment::Content::Sample, {1360, 800});
        fixture.offer("visits.csv", visits());
        QVERIFY(fixture.showsSizes("12 users · 5 items · 60 interactions"));
        auto* columns = fixture.child<QTableWidget>("importColumns");
        QTest::qWait(30);
        savePicture(fixture.page, "import-columns-usual");
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

    void listsInCellsAreSplitUnlessOneItemPerCellIsChosen() {
        DataFixture fixture;
        fixture.offer("baskets.csv", baskets(30));
        QVERIFY(fixture.showsSizes("6 users · 5 items · 73 interactions"));
        auto* separator = fixture.child<QComboBox>("importItemSeparator");
        QCOMPARE(separator->currentText(), QString("Found: Lists, separated by \", \""));
        savePicture(fixture.page, "import-lists");
        fixture.choose("importItemSeparator", QStringLiteral("none"));
        QVERIFY(fixture.showsSizes("6 users · 20 items · 30 interactions"));
        fixture.choose("importItemSeparator", QStringLiteral(","));
        QVERIFY(fixture.showsSizes("6 users · 5 items · 73 interactions"));
    }

    void uncertainListsNeedAChoice() {
        DataFixture fixture;
        fixture.offer("few.csv",
                      "user,date,items\nann,2020-01-01,\"Bread, Milk\"\nbob,2020-01-02,\"Eggs, Milk, Tea\"\n"
                      "ann,2020-01-03,\"Beer, Bread\"\n");
        auto* question = fixture.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        savePicture(fixture.page, "import-lists-question");
        click(fixture.child<QRadioButton>("importReading1"));
        QVERIFY(fixture.showsSizes("2 users · 5 items · 7 interactions"));
        QCOMPARE(fixture.child<QComboBox>("importItemSeparator")->currentData().toString(), QString(", "));
    }

    void theColumnsOfATableCanBeTheUsers() {
        DataFixture fixture;
        QByteArray content = "id,judge_0,judge_1,judge_2,judge_3,judge_4,judge_5,judge_6,judge_7,judge_8\n";
        for (int row = 0; row < 40; ++row) {
            content += QByteArray::number(1000 + 7 * row);
            for (int judge = 0; judge < 9; ++judge)
                content +=
                    (row + judge) % 3 ? QByteArray(",") : QByteArray(",") + QByteArray::number((row * judge) % 2);
            content += '\n';
        }
        fixture.offer("votes.csv", content);
        auto* question = fixture.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        click(fixture.child<QRadioButton>("importReading1"));
        QVERIFY(fixture.showsSizes("9 users · 40 items · 120 interactions"));
    }

    void eachRowOfListsCanBeAHistory() {
        DataFixture fixture;
        QByteArray content = "items\n";
        for (const QByteArray& line : baskets(30).split('\n').mid(1))
            if (!line.isEmpty()) content += line.mid(line.indexOf('"')) + '\n';
        fixture.offer("rows.csv", content);
        auto* question = fixture.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        savePicture(fixture.page, "import-each-row");
        click(fixture.child<QRadioButton>("importReading1"));
        QVERIFY(fixture.showsSizes("30 users · 5 items · 73 interactions"));
    }

    void theFormAsksHowToReadAmbiguousDates() {
        DataFixture fixture;
        QByteArray content = "user_id,item_id,date\n";
        for (int i = 0; i < 40; ++i)
            content += "u" + QByteArray::number(i % 8) + ",i" + QByteArray::number(i % 5) + ",0" +
                       QByteArray::number(1 + i % 9) + "/0" + QByteArray::number(1 + (i * 5) % 9) + "/2019\n";
        fixture.offer("dates.csv", content);
        auto* question = fixture.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        QVERIFY(!fixture.startButton()->isEnabled());
        QCOMPARE(fixture.startButton()->toolTip(), QString("Choose how the file is to be read"));
        savePicture(fixture.page, "import-question");
        click(fixture.child<QRadioButton>("importReading0"));
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
        QVERIFY(fixture.showsSizes("8 users · 5 items · 40 interactions"));
        const int format = fixture.child<QComboBox>("importTime")->currentData().toInt();
        QVERIFY(format == int(TimeFormat::DayFirst) || format == int(TimeFormat::MonthFirst));
        savePicture(fixture.page, "import-question-answered");
    }

    void theFormAsksWhoseInteractionsAFileWithoutUsersHas() {
        DataFixture fixture;
        QByteArray content = "endTime,artistName,trackName,msPlayed\n";
        for (int i = 0; i < 60; ++i)
            content += "2020-03-" + QByteArray::number(10 + i / 6) + " 1" + QByteArray::number(i % 6) + ":00,Artist " +
                       QByteArray::number(i % 4) + ",Track " + QByteArray::number(i % 20) + "," +
                       QByteArray::number(1000 + 977 * (i % 37)) + "\n";
        fixture.offer("StreamingHistory.csv", content);
        auto* question = fixture.child<QLabel>("importQuestionText");
        QVERIFY(waitUntil([&] { return question->isVisible(); }));
        QCOMPARE(question->text(), QString("No column says whose interactions these are. Whose are they?"));
        QVERIFY(fixture.child<QLabel>("importQuestionHint")->isVisible());
        QVERIFY(!fixture.startButton()->isEnabled());
        savePicture(fixture.page, "import-question-whose");
        auto* onePerson = fixture.child<QRadioButton>("importReading0");
        QCOMPARE(onePerson->text(), QString("all of one person, item in \"trackName\""));
        click(onePerson);
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
        QVERIFY(fixture.showsSizes("1 user · 20 items · 60 interactions"));
        QCOMPARE(fixture.child<QComboBox>("importColumn0")->currentText(),
                 QString("None: all rows belong to one person"));
        savePicture(fixture.page, "import-question-whose-answered");
        // A column that is chosen as the user takes the place of the one person.
        fixture.choose("importColumn0", 1);
        QVERIFY(fixture.showsSizes("4 users · 20 items · 60 interactions"));
    }

    void theHeaderLineCanBeSwitchedOff() {
        DataFixture fixture;
        fixture.offer("visits.csv", visits());
        QVERIFY(fixture.showsSizes("12 users · 5 items · 60 interactions"));
        QCOMPARE(fixture.child<QComboBox>("importHeader")->currentText(), QString("Found: names of the columns"));
        fixture.choose("importHeader", int(Header::No));
        auto* rows = fixture.child<QTableWidget>("importPreview");
        QVERIFY(waitUntil([&] { return rows->item(0, 0) && rows->item(0, 0)->text() == "visitor_id"; }));
        savePicture(fixture.page, "import-no-header");
    }

    void timesCanBeParsedWithAPattern() {
        DataFixture fixture;
        QByteArray content = "user_id,item_id,when\n";
        for (int i = 0; i < 40; ++i)
            content += "u" + QByteArray::number(i % 8) + ",i" + QByteArray::number(i % 5) + ",2019~0" +
                       QByteArray::number(1 + i % 9) + "~1" + QByteArray::number(i % 9) + "\n";
        fixture.offer("pattern.csv", content);
        QVERIFY(waitUntil([&] { return fixture.child<QTableWidget>("importPreview")->rowCount() > 0; }));
        QVERIFY(!fixture.child<QLineEdit>("importTimePattern")->isVisible());
        fixture.choose("importTime", int(TimeFormat::Pattern));
        QVERIFY(fixture.child<QLineEdit>("importTimePattern")->isVisible());
        fixture.choose("importColumn2", 2);
        type(fixture.child<QLineEdit>("importTimePattern"), "%Y~%m~%d");
        QVERIFY(fixture.showsSizes("8 users · 5 items · 40 interactions"));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.datasetNamed("pattern") != nullptr; }));
        QVERIFY(fixture.datasetNamed("pattern")->hasTimes);
    }

    void countsAreShownInASmallDarkWindow() {
        Theme::instance().setChoice(ThemeChoice::Dark);
        DataFixture fixture(TestEnvironment::Content::Sample, {1024, 660});
        fixture.offer("trips.csv", kTrips);
        QVERIFY(fixture.showsSizes("3 users"));
        savePicture(fixture.page, "import-small-dark");
        Theme::instance().setChoice(ThemeChoice::Light);
        QCoreApplication::processEvents();
        savePicture(fixture.page, "import-small-light");
    }
};

QTEST_MAIN(ImportPanelTest)
#include "import_panel_test.moc"
