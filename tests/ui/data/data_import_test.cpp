// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>

#include "core/data/sample_shop.h"
#include "data_fixture.h"

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
        DataFixture fixture;
        fixture.offer("trips.csv", kTrips);
        auto* start = fixture.child<QPushButton>("startImport");
        QVERIFY(!start->isEnabled());
        QVERIFY(start->toolTip().contains("Choose a file"));
        QVERIFY(waitUntil([&] { return start->isEnabled(); }));
        auto* preview = fixture.child<QTableWidget>("importPreview");
        QCOMPARE(preview->rowCount(), 9);
        QVERIFY(preview->horizontalHeaderItem(0)->text().startsWith("user"));
        QCOMPARE(fixture.child<QLineEdit>("importName")->text(), QString("trips"));
        savePicture(fixture.page, "data-import");
        type(fixture.child<QLineEdit>("importName"), "Trips");
        click(start);
        QVERIFY(waitUntil([&] { return fixture.session().dataset() && fixture.session().dataset()->name == "Trips"; }));
        QCOMPARE(fixture.session().dataset()->users, std::int64_t(3));
        QCOMPARE(fixture.session().dataset()->items, std::int64_t(4));
        QCOMPARE(fixture.session().dataset()->interactions, std::int64_t(9));
        QVERIFY(fixture.idle());
        QCOMPARE(fixture.currentTab(), QString("Import report"));
        savePicture(fixture.page, "data-imported");
    }

    void rowsBelowTheMinimumRatingAreDroppedAndCounted() {
        DataFixture fixture;
        fixture.offer("trips.csv", kTrips);
        QVERIFY(waitUntil([&] { return fixture.child<QPushButton>("startImport")->isEnabled(); }));
        fixture.child<QCheckBox>("importUseRating")->setChecked(true);
        QSignalSpy notified(&fixture.session(), &Session::notified);
        click(fixture.child<QPushButton>("startImport"));
        QVERIFY(waitUntil([&] { return notified.count() > 0; }));
        QVERIFY2(notified[0][0].toString().contains("6 of 9 rows"), qPrintable(notified[0][0].toString()));
    }

    void theUserAndItemColumnsCanBeSwapped() {
        DataFixture fixture;
        fixture.offer("swapped.csv", "Harbour,anna\nMuseum,anna\nPark,anna\nPark,bruno\nHarbour,bruno\nTower,bruno\n");
        QVERIFY(waitUntil([&] { return fixture.child<QTableWidget>("importPreview")->rowCount() == 6; }));
        fixture.choose("importColumn0", 1);
        fixture.choose("importColumn1", 0);
        QVERIFY(fixture.child<QTableWidget>("importPreview")->horizontalHeaderItem(1)->text().endsWith("User"));
        QVERIFY(fixture.child<QPushButton>("startImport")->isEnabled());
        click(fixture.child<QPushButton>("startImport"));
        QVERIFY(waitUntil([&] { return fixture.session().dataset()->name != kSampleName; }));
        QCOMPARE(fixture.session().dataset()->users, std::int64_t(2));
    }

    void onlyColumnsThatAPersonChangedAreReportedAsChosen() {
        const auto importAndReport = [](DataFixture& fixture) {
            click(fixture.startButton());
            if (!waitUntil([&] { return fixture.session().dataset()->name != kSampleName; })) qFatal("No import.");
            return QString::fromStdString(fixture.session().dataset()->importReport);
        };
        DataFixture untouched;
        untouched.offer("trips.csv", kTrips);
        QVERIFY(waitUntil([&] { return untouched.startButton()->isEnabled(); }));
        QVERIFY2(!importAndReport(untouched).contains("as chosen"), "no column was chosen by a person");
        DataFixture swapped;
        swapped.offer("trips.csv", kTrips);
        QVERIFY(waitUntil([&] { return swapped.startButton()->isEnabled(); }));
        swapped.choose("importColumn0", 1);
        swapped.choose("importColumn1", 0);
        const QString report = importAndReport(swapped);
        QVERIFY2(report.contains("user and item as chosen, time and rating by the header"), qPrintable(report));
    }

    void escapeClosesTheImportAndKeepsWhatWasTyped() {
        DataFixture fixture;
        click(fixture.child<QPushButton>("importData"));
        auto* path = fixture.child<QLineEdit>("importPath");
        QVERIFY(path->hasFocus());
        fixture.offer("trips.csv", kTrips);
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
        type(fixture.child<QLineEdit>("importName"), "Trips");
        QTest::keyClick(fixture.child<QLineEdit>("importName"), Qt::Key_Escape);
        QVERIFY(!path->isVisible());
        QVERIFY(fixture.child<QLabel>("datasetName")->isVisible());
        click(fixture.child<QPushButton>("importData"));
        QCOMPARE(fixture.child<QLineEdit>("importName")->text(), QString("Trips"));
        QTest::keyClick(fixture.child<QTableWidget>("importPreview"), Qt::Key_Escape);
        QVERIFY(!path->isVisible());
    }

    void escapeClosesThePublicDatasets() {
        DataFixture fixture;
        click(fixture.child<QPushButton>("showCatalogue"));
        auto* back = fixture.child<QPushButton>("closeCatalogue");
        QVERIFY(back->hasFocus());
        QTest::keyClick(back, Qt::Key_Escape);
        QVERIFY(!back->isVisible());
        QVERIFY(fixture.child<QLabel>("datasetName")->isVisible());
    }

    void anUnreadableFileShowsAMessageOnThePanel() {
        DataFixture fixture;
        fixture.session().offerImport(fixture.environment.path("nowhere.csv"));
        QVERIFY(waitUntil([&] { return fixture.child<QLabel>("importProblem")->isVisible(); }));
        QVERIFY(!fixture.child<QLabel>("importProblem")->text().isEmpty());
        QVERIFY(!fixture.child<QPushButton>("startImport")->isEnabled());
        savePicture(fixture.page, "data-import-problem");
        click(fixture.child<QPushButton>("cancelImport"));
        QVERIFY(fixture.child<QLabel>("datasetName")->isVisible());
    }
};

QTEST_MAIN(DataImportTest)
#include "data_import_test.moc"
