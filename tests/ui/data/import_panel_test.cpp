// SPDX-License-Identifier: GPL-3.0-or-later
// The import panel, driven as a person does: what is counted before it is stored, what is asked, what is repeated.
#include "ui/data/import_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>

#include "ui/data/data_page.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

const char* const kTrips =
    "user,item,rating,timestamp\n"
    "anna,Harbour,5,100\nanna,Museum,2,200\nanna,Park,4,300\n"
    "bruno,Park,5,50\nbruno,Harbour,1,60\nbruno,Park,4,70\n"
    "chiara,Tower,3,10\nchiara,Park,5,20\nchiara,Museum,4,30\n";

struct Stage {
    Bench bench;
    DataPage page{bench.session()};

    explicit Stage(QSize size = {1440, 900}) { show(page, size); }
    Session& session() { return bench.session(); }
    template <class T>
    T* the(const char* name) {
        return find<T>(page, name);
    }
    void offer(const char* name, const QByteArray& content) {
        session().offerImport(bench.write(QString::fromLatin1(name), content));
    }
    QPushButton* start() { return the<QPushButton>("startImport"); }
    QString sizes() { return the<QLabel>("importSizes")->text(); }
    QString remarks() { return the<QLabel>("importRemarks")->text(); }
    bool counts(const QString& begin) {
        return waitUntil([&] { return sizes().startsWith(begin); });
    }
    void choose(const char* box, const QVariant& data) {
        auto* combo = the<QComboBox>(box);
        combo->setCurrentIndex(combo->findData(data));
        emit combo->activated(combo->currentIndex());
    }
    const DatasetInfo* named(const std::string& name) {
        for (const DatasetInfo& dataset : session().datasets())
            if (dataset.name == name) return &dataset;
        return nullptr;
    }
};

}  // namespace

class ImportPanelTest : public QObject {
    Q_OBJECT

private slots:
    void countsAreShownBeforeAnythingIsStored() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        QVERIFY(stage.counts("3 users · 4 items · 9 interactions"));
        QVERIFY(stage.remarks().contains("none dropped"));
        QVERIFY(stage.remarks().contains("1 repeats in the file"));
        picture(stage.page, "import-counted");
        stage.choose("importDuplicates", int(Duplicates::First));
        QVERIFY(stage.counts("3 users · 4 items · 8 interactions"));
        stage.the<QCheckBox>("importUseRating")->setChecked(true);
        QVERIFY(stage.counts("3 users · 3 items · 5 interactions"));
        QVERIFY2(stage.remarks().contains("dropped: "), qPrintable(stage.remarks()));
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
        QVERIFY2(stage.remarks().contains("9 dropped: "), qPrintable(stage.remarks()));
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
        Stage stage({1024, 660});
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
