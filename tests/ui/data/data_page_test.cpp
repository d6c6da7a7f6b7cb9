// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include "core/data/sample_shop.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/scenario_store.h"
#include "core/store/timeline_store.h"
#include "data_fixture.h"
#include "ui/plot/plot_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class DataPageTest : public QObject {
    Q_OBJECT

private slots:
    void withoutDataOneButtonAddsTheSample() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        savePicture(fixture.page, "data-empty");
        click(fixture.child<QPushButton>("emptyStateButton"));
        QVERIFY(waitUntil([&] { return fixture.session().dataset().has_value(); }));
        QCOMPARE(fixture.session().dataset()->name, kSampleName);
    }

    void theChosenDatasetShowsItsPlotsAndTables() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        QVERIFY(waitUntil([&] { return fixture.child<PlotView>("popularityPlot")->pointCount(0) > 10; }));
        QVERIFY(!fixture.child<PlotView>("lengthPlot")->isEmpty());
        QCOMPARE(fixture.tableModel("usersTable")->rowCount(), int(fixture.session().dataset()->users));
        QCOMPARE(fixture.child<QLabel>("usersCount")->text(), QString("2,000 users"));
        QVERIFY(fixture.idle());
        fixture.openTab("Import report");
        savePictures(fixture.page, "data-report");
    }

    void aRemovedDatasetIsRestoredByUndo() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        click(fixture.child<QToolButton>("removeDataset"));
        QVERIFY(waitUntil([&] { return !fixture.session().dataset(); }));
        QVERIFY(fixture.session().datasets().empty());
        auto* undo = fixture.child<QPushButton>("undoRemoveDataset");
        QVERIFY(waitUntil([&] { return undo->isVisible(); }));
        savePictures(fixture.page, "data-removed");
        click(undo);
        QVERIFY(waitUntil([&] { return fixture.session().dataset().has_value(); }));
        QCOMPARE(fixture.session().dataset()->name, kSampleName);
        QVERIFY(fixture.idle());
        QVERIFY(!fixture.page.findChild<QPushButton*>("undoRemoveDataset"));
    }

    void theRunsAndPinnedUsersRemovedWithADatasetAreNamed() {
        DataFixture fixture;
        const DatasetId dataset = fixture.session().dataset()->id;
        auto* bin = fixture.child<QToolButton>("removeDataset");
        QVERIFY(bin->toolTip().contains("Remove this dataset."));
        QVERIFY(fixture.environment.work([dataset](JobContext& context) {
            for (const char* name : {"one", "two"}) {
                RunRecord run;
                run.name = name;
                run.dataset = dataset;
                run.model = "bert4rec";
                run.config = "{}";
                run.state = RunState::Finished;
                run.device.kind = DeviceKind::Cpu;
                RunStore(context.workspace).add(run);
            }
            TimelineStore(context.workspace).pin(dataset, 3);
            const std::string user = DatasetStore(context.workspace).user(dataset, 3).id;
            const Token history[] = {1, 1};
            const EditedItem edited[] = {{.token = 1, .original = 0}};
            ScenarioStore(context.workspace).save(dataset, user, "edited", history, edited);
        }));
        fixture.session().refreshRuns();
        QVERIFY(fixture.idle());
        QTest::mouseMove(bin);
        QEnterEvent enter(QPointF(2, 2), QPointF(2, 2), QPointF(2, 2));
        QCoreApplication::sendEvent(bin, &enter);
        QVERIFY(
            waitUntil([&] { return bin->toolTip().contains("Remove this dataset with 2 runs and 1 pinned user."); }));
        QVERIFY(bin->accessibleDescription().contains("2 runs and 1 pinned user"));
        // The saved scenario is kept, so it must not be counted as removed.
        QVERIFY2(bin->toolTip().contains("Its saved scenario is kept") && !bin->toolTip().contains("1 saved scenario"),
                 qPrintable(bin->toolTip()));
        click(bin);
        QVERIFY(waitUntil([&] { return !fixture.session().removedDatasets().empty(); }));
        QVERIFY(waitUntil([&] {
            auto* text = fixture.page.findChild<QLabel*>("removedText");
            return text && text->text() == QString("Removed %1 with 2 runs and 1 pinned user.").arg(kSampleName);
        }));
        savePictures(fixture.page, "data-removed-with-runs");
        click(fixture.child<QPushButton>("undoRemoveDataset"));
        QVERIFY(waitUntil([&] { return fixture.session().dataset() && fixture.session().runs().size() == 2; }));
    }

    void finishingRemovalsDeletesARemovedDataset() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        click(fixture.child<QToolButton>("removeDataset"));
        QVERIFY(waitUntil([&] { return !fixture.session().dataset(); }));
        bool ended = false;
        fixture.session().finishRemovals([&ended] { ended = true; });
        QVERIFY(waitUntil([&] { return ended; }));
        std::int64_t left = -1;
        QVERIFY(fixture.environment.work([&](JobContext& context) {
            left = std::int64_t(DatasetEditor(context.workspace).removed().size() +
                                DatasetStore(context.workspace).list().size());
        }));
        QCOMPARE(left, std::int64_t(0));
    }

    void aDatasetIsRenamedInPlace() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        click(fixture.child<QToolButton>("renameDataset"));
        auto* line = fixture.child<QLineEdit>("newDatasetName");
        QVERIFY(line->isVisible());
        type(line, "Cinema of dreams");
        savePicture(fixture.page, "data-rename");
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return fixture.child<QLabel>("datasetName")->text() == "Cinema of dreams"; }));
        QCOMPARE(fixture.session().dataset()->name, std::string("Cinema of dreams"));
        click(fixture.child<QToolButton>("renameDataset"));
        type(line, "Something else");
        QTest::keyClick(line, Qt::Key_Escape);
        QCOMPARE(fixture.child<QLabel>("datasetName")->text(), QString("Cinema of dreams"));
    }

    void notesAreSavedWithoutASaveButton() {
        DataFixture fixture;
        fixture.openTab("Notes");
        auto* notes = fixture.child<QPlainTextEdit>("datasetNotes");
        QVERIFY(waitUntil([&] { return notes->isEnabled(); }));
        notes->setFocus();
        QTest::keyClicks(notes, "Ask Ana about the gaps in May.");
        std::string kept;
        QVERIFY(waitUntil([&] {
            fixture.environment.work([&](JobContext& context) {
                kept = DatasetEditor(context.workspace).notes(fixture.session().dataset()->id);
            });
            return !kept.empty();
        }));
        QCOMPARE(kept, std::string("Ask Ana about the gaps in May."));
        savePictures(fixture.page, "data-notes");
    }

    void theCatalogueCopiesTheAddressOfADataset() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        click(fixture.child<QPushButton>("showCatalogue"));
        QVERIFY(fixture.child<QWidget>("catalogue")->isVisible());
        savePictures(fixture.page, "data-catalogue");
        click(fixture.child<QPushButton>("copyAddress"));
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("https://"));
        click(fixture.child<QPushButton>("closeCatalogue"));
        QVERIFY(fixture.child<QLabel>("datasetName")->isVisible());
    }
};

QTEST_MAIN(DataPageTest)
#include "data_page_test.moc"
