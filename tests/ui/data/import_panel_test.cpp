// SPDX-License-Identifier: GPL-3.0-or-later
// The import panel, driven as a person does: what is counted before it is stored, what is asked, what is repeated.
#include "ui/data/import_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
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

QString remarks(Stage& stage) {
    return stage.the<QLabel>("importRemarks")->text();
}

/// A zip as it is downloaded, made of a sample's files: everything in one folder.
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
        QVERIFY(stage.counts("3 users · 4 items · 9 interactions"));
        QVERIFY(remarks(stage).contains("none dropped"));
        QVERIFY(remarks(stage).contains("1 repeats in the file"));
        picture(stage.page, "import-counted");
        stage.choose("importDuplicates", int(Duplicates::First));
        QVERIFY(stage.counts("3 users · 4 items · 8 interactions"));
        stage.the<QCheckBox>("importUseRating")->setChecked(true);
        QVERIFY(stage.counts("3 users · 3 items · 5 interactions"));
        QVERIFY2(remarks(stage).contains("dropped: "), qPrintable(remarks(stage)));
        picture(stage.page, "import-filtered");
        QCOMPARE(stage.session().datasets().size(), std::size_t(1));
    }

    void aPaperSPresetFillsTheFiltersIn() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        QVERIFY(stage.counts("3 users"));
        stage.choose("importPreset", QStringLiteral("5-core"));
        QCOMPARE(stage.the<QSpinBox>("importMinUser")->value(), 5);
        QCOMPARE(stage.the<QSpinBox>("importMinItem")->value(), 5);
        QCOMPARE(stage.the<QComboBox>("importKCore")->currentData().toInt(), int(KCore::Iterative));
        QVERIFY(waitUntil([&] { return stage.the<QLabel>("importProblem")->isVisible(); }));
        picture(stage.page, "import-nothing-left");
        stage.the<QSpinBox>("importMinUser")->setValue(0);
        QCOMPARE(stage.the<QComboBox>("importPreset")->currentIndex(), 0);
    }

    void aFileThatIsHalfDamagedIsKeptOnlyWhenAskedFor() {
        Stage stage;
        QByteArray content = kTrips;
        for (int i = 0; i < 9; ++i) content += "broken line\n";
        stage.offer("damaged.csv", content);
        QVERIFY(waitUntil([&] { return stage.the<QLabel>("importProblem")->isVisible(); }));
        picture(stage.page, "import-damaged");
        stage.the<QCheckBox>("importKeepDamaged")->setChecked(true);
        QVERIFY(stage.counts("3 users · 4 items · 9 interactions"));
        QVERIFY2(remarks(stage).contains("9 dropped: "), qPrintable(remarks(stage)));
        QVERIFY(!stage.the<QLabel>("importProblem")->isVisible());
    }

    void twoImportsWaitForEachOther() {
        Stage stage;
        QSignalSpy told(&stage.session(), &Session::told);
        for (const char* name : {"first.csv", "second.csv"}) {
            stage.offer(name, kTrips);
            QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
            click(stage.start());
        }
        QVERIFY(waitUntil([&] { return stage.named("first") && stage.named("second"); }));
        QVERIFY(waitUntil([&] { return told.count() == 2; }));
    }

    void theStoredSettingsMakeTheSameDatasetAgain() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        QVERIFY(stage.counts("3 users"));
        stage.the<QCheckBox>("importUseRating")->setChecked(true);
        stage.choose("importDuplicates", int(Duplicates::Last));
        QVERIFY(stage.counts("3 users · 3 items · 5 interactions"));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.named("trips"); }));
        QVERIFY(waitUntil([&] { return stage.bench.jobs().isIdle(); }));
        click(stage.the<QPushButton>("importAgain"));
        QVERIFY(stage.counts("3 users · 3 items · 5 interactions"));
        QVERIFY(stage.the<QCheckBox>("importUseRating")->isChecked());
        QCOMPARE(stage.the<QComboBox>("importDuplicates")->currentData().toInt(), int(Duplicates::Last));
        type(stage.the<QLineEdit>("importName"), "again");
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.named("again"); }));
        QCOMPARE(stage.named("again")->interactions, stage.named("trips")->interactions);
        QCOMPARE(stage.named("again")->items, stage.named("trips")->items);
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
        int trains = 0;
        while (trains < items->model()->rowCount() &&
               items->model()->index(trains, 0).data().toString() != "Toy Trains (1995)")
            ++trains;
        QTest::mouseClick(items->viewport(), Qt::LeftButton, {},
                          items->visualRect(items->model()->index(trains, 0)).center());
        QCOMPARE(find<QLabel>(window, "itemTitle")->text(), QString("Toy Trains (1995)"));
        auto* tags = find<QLabel>(window, "itemTags");
        QVERIFY(tags->isVisible());
        QCOMPARE(tags->text(), QString("Tags: trains, fun"));
        QVERIFY(idle());
        picture(window, "item-tags");
    }

    void bytesThatAreNoUtf8AreMarkedInThePreview() {
        Stage stage;
        stage.offer("letters.csv",
                    "user,item\nanna,Caf\xC3\xA9\nanna,Stra\xC3\x9F"
                    "e\nbruno,Caf\xE9\nbruno,Park\n");
        stage.choose("importEncoding", QStringLiteral("UTF-8"));
        auto* preview = stage.the<QTableWidget>("importPreview");
        QVERIFY(waitUntil([&] { return preview->rowCount() == 4 && !preview->item(2, 1)->icon().isNull(); }));
        QVERIFY(preview->item(0, 1)->icon().isNull());
        QVERIFY(preview->item(2, 1)->toolTip().contains("UTF-8"));
        picture(stage.page, "import-letters");
    }

    void looksRightSmallAndDark() {
        Theme::instance().setChoice(ThemeChoice::Dark);
        Stage stage(Bench::Content::Sample, {1024, 660});
        stage.offer("trips.csv", kTrips);
        QVERIFY(stage.counts("3 users"));
        picture(stage.page, "import-small-dark");
        Theme::instance().setChoice(ThemeChoice::Light);
        QCoreApplication::processEvents();
        picture(stage.page, "import-small-light");
    }
};

QTEST_MAIN(ImportPanelTest)
#include "import_panel_test.moc"
