// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>

#include "core/data/sample_shop.h"
#include "data_stage.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

const char* const kTrips =
    "user,item,rating,timestamp\n"
    "anna,Harbour,5,100\nanna,Museum,2,200\nanna,Park,4,300\n"
    "bruno,Park,5,50\nbruno,Harbour,1,60\nbruno,Tower,4,70\n"
    "chiara,Tower,3,10\nchiara,Park,5,20\nchiara,Museum,4,30\n";

}  // namespace

class DataImportTest : public QObject {
    Q_OBJECT

private slots:
    void aFileIsPreviewedImportedAndReported() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        auto* start = stage.child<QPushButton>("startImport");
        QVERIFY(!start->isEnabled());
        QVERIFY(start->toolTip().contains("Choose a file"));
        QVERIFY(waitUntil([&] { return start->isEnabled(); }));
        auto* preview = stage.child<QTableWidget>("importPreview");
        QCOMPARE(preview->rowCount(), 9);
        QVERIFY(preview->horizontalHeaderItem(0)->text().startsWith("user"));
        QCOMPARE(stage.child<QLineEdit>("importName")->text(), QString("trips"));
        picture(stage.page, "data-import");
        type(stage.child<QLineEdit>("importName"), "Trips");
        click(start);
        QVERIFY(waitUntil([&] { return stage.session().dataset() && stage.session().dataset()->name == "Trips"; }));
        QCOMPARE(stage.session().dataset()->users, std::int64_t(3));
        QCOMPARE(stage.session().dataset()->items, std::int64_t(4));
        QCOMPARE(stage.session().dataset()->interactions, std::int64_t(9));
        QVERIFY(stage.idle());
        QCOMPARE(stage.currentTab(), QString("Import report"));
        picture(stage.page, "data-imported");
    }

    void rowsBelowTheMinimumRatingAreDroppedAndCounted() {
        Stage stage;
        stage.offer("trips.csv", kTrips);
        QVERIFY(waitUntil([&] { return stage.child<QPushButton>("startImport")->isEnabled(); }));
        stage.child<QCheckBox>("importUseRating")->setChecked(true);
        QSignalSpy notified(&stage.session(), &Session::notified);
        click(stage.child<QPushButton>("startImport"));
        QVERIFY(waitUntil([&] { return notified.count() > 0; }));
        QVERIFY2(notified[0][0].toString().contains("6 of 9 rows"), qPrintable(notified[0][0].toString()));
    }

    void theUserAndItemColumnsCanBeSwapped() {
        Stage stage;
        stage.offer("swapped.csv", "Harbour,anna\nMuseum,anna\nPark,anna\nPark,bruno\nHarbour,bruno\nTower,bruno\n");
        QVERIFY(waitUntil([&] { return stage.child<QTableWidget>("importPreview")->rowCount() == 6; }));
        stage.choose("importColumn0", 1);
        stage.choose("importColumn1", 0);
        QVERIFY(stage.child<QTableWidget>("importPreview")->horizontalHeaderItem(1)->text().endsWith("User"));
        QVERIFY(stage.child<QPushButton>("startImport")->isEnabled());
        click(stage.child<QPushButton>("startImport"));
        QVERIFY(waitUntil([&] { return stage.session().dataset()->name != kSampleName; }));
        QCOMPARE(stage.session().dataset()->users, std::int64_t(2));
    }

    void onlyWhatAPersonChangedIsReportedAsChosen() {
        const auto importAndReport = [](Stage& stage) {
            click(stage.start());
            if (!waitUntil([&] { return stage.session().dataset()->name != kSampleName; })) qFatal("No import.");
            return QString::fromStdString(stage.session().dataset()->importReport);
        };
        Stage untouched;
        untouched.offer("trips.csv", kTrips);
        QVERIFY(waitUntil([&] { return untouched.start()->isEnabled(); }));
        QVERIFY2(!importAndReport(untouched).contains("as chosen"), "no column was chosen by a person");
        Stage swapped;
        swapped.offer("trips.csv", kTrips);
        QVERIFY(waitUntil([&] { return swapped.start()->isEnabled(); }));
        swapped.choose("importColumn0", 1);
        swapped.choose("importColumn1", 0);
        const QString report = importAndReport(swapped);
        QVERIFY2(report.contains("user and item as chosen, time and rating by the header"), qPrintable(report));
    }

    void escapeClosesTheImportAndKeepsWhatWasTyped() {
        Stage stage;
        click(stage.child<QPushButton>("importData"));
        auto* path = stage.child<QLineEdit>("importPath");
        QVERIFY(path->hasFocus());
        stage.offer("trips.csv", kTrips);
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
        type(stage.child<QLineEdit>("importName"), "Trips");
        QTest::keyClick(stage.child<QLineEdit>("importName"), Qt::Key_Escape);
        QVERIFY(!path->isVisible());
        QVERIFY(stage.child<QLabel>("datasetName")->isVisible());
        click(stage.child<QPushButton>("importData"));
        QCOMPARE(stage.child<QLineEdit>("importName")->text(), QString("Trips"));
        QTest::keyClick(stage.child<QTableWidget>("importPreview"), Qt::Key_Escape);
        QVERIFY(!path->isVisible());
    }

    void escapeClosesThePublicDatasets() {
        Stage stage;
        click(stage.child<QPushButton>("showCatalogue"));
        auto* back = stage.child<QPushButton>("closeCatalogue");
        QVERIFY(back->hasFocus());
        QTest::keyClick(back, Qt::Key_Escape);
        QVERIFY(!back->isVisible());
        QVERIFY(stage.child<QLabel>("datasetName")->isVisible());
    }

    void anUnreadableFileShowsAMessageOnThePanel() {
        Stage stage;
        stage.session().offerImport(stage.bench.path("nowhere.csv"));
        QVERIFY(waitUntil([&] { return stage.child<QLabel>("importProblem")->isVisible(); }));
        QVERIFY(!stage.child<QLabel>("importProblem")->text().isEmpty());
        QVERIFY(!stage.child<QPushButton>("startImport")->isEnabled());
        picture(stage.page, "data-import-problem");
        click(stage.child<QPushButton>("cancelImport"));
        QVERIFY(stage.child<QLabel>("datasetName")->isVisible());
    }
};

QTEST_MAIN(DataImportTest)
#include "data_import_test.moc"
