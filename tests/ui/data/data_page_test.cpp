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
#include "data_stage.h"
#include "ui/plot/plot_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class DataPageTest : public QObject {
    Q_OBJECT

private slots:
    void withoutDataOneButtonAddsTheSample() {
        Stage stage(Bench::Content::Empty);
        picture(stage.page, "data-empty");
        click(stage.child<QPushButton>("emptyStateButton"));
        QVERIFY(waitUntil([&] { return stage.session().dataset().has_value(); }));
        QCOMPARE(stage.session().dataset()->name, kSampleName);
    }

    void theChosenDatasetShowsItsPlotsAndTables() {
        Stage stage;
        QVERIFY(stage.idle());
        QVERIFY(waitUntil([&] { return stage.child<PlotView>("popularityPlot")->pointCount(0) > 10; }));
        QVERIFY(!stage.child<PlotView>("lengthPlot")->isEmpty());
        QCOMPARE(stage.tableModel("usersTable")->rowCount(), int(stage.session().dataset()->users));
        QCOMPARE(stage.child<QLabel>("usersCount")->text(), QString("2,000 users"));
        QVERIFY(stage.idle());
        stage.openTab("Import report");
        pictures(stage.page, "data-report");
    }

    void aRemovedDatasetIsRestoredByUndo() {
        Stage stage;
        QVERIFY(stage.idle());
        click(stage.child<QToolButton>("removeDataset"));
        QVERIFY(waitUntil([&] { return !stage.session().dataset(); }));
        QVERIFY(stage.session().datasets().empty());
        auto* undo = stage.child<QPushButton>("undoRemoveDataset");
        QVERIFY(waitUntil([&] { return undo->isVisible(); }));
        pictures(stage.page, "data-removed");
        click(undo);
        QVERIFY(waitUntil([&] { return stage.session().dataset().has_value(); }));
        QCOMPARE(stage.session().dataset()->name, kSampleName);
        QVERIFY(stage.idle());
        QVERIFY(!stage.page.findChild<QPushButton*>("undoRemoveDataset"));
    }

    void theRunsAndPinnedUsersRemovedWithADatasetAreNamed() {
        Stage stage;
        const DatasetId dataset = stage.session().dataset()->id;
        auto* bin = stage.child<QToolButton>("removeDataset");
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
            TimelineStore(context.workspace).pin(dataset, 3);
            const std::string user = DatasetStore(context.workspace).user(dataset, 3).id;
            const Token history[] = {1, 1};
            const EditedItem edited[] = {{.token = 1, .original = 0}};
            ScenarioStore(context.workspace).save(dataset, user, "edited", history, edited);
        }));
        stage.session().refreshRuns();
        QVERIFY(stage.idle());
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
        QVERIFY(waitUntil([&] { return !stage.session().removedDatasets().empty(); }));
        QVERIFY(waitUntil([&] {
            auto* text = stage.page.findChild<QLabel*>("removedText");
            return text && text->text() == QString("Removed %1 with 2 runs and 1 pinned user.").arg(kSampleName);
        }));
        pictures(stage.page, "data-removed-with-runs");
        click(stage.child<QPushButton>("undoRemoveDataset"));
        QVERIFY(waitUntil([&] { return stage.session().dataset() && stage.session().runs().size() == 2; }));
    }

    void finishingRemovalsDeletesARemovedDataset() {
        Stage stage;
        QVERIFY(stage.idle());
        click(stage.child<QToolButton>("removeDataset"));
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

    void aDatasetIsRenamedInPlace() {
        Stage stage;
        QVERIFY(stage.idle());
        click(stage.child<QToolButton>("renameDataset"));
        auto* line = stage.child<QLineEdit>("newDatasetName");
        QVERIFY(line->isVisible());
        type(line, "Cinema of dreams");
        picture(stage.page, "data-rename");
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return stage.child<QLabel>("datasetName")->text() == "Cinema of dreams"; }));
        QCOMPARE(stage.session().dataset()->name, std::string("Cinema of dreams"));
        click(stage.child<QToolButton>("renameDataset"));
        type(line, "Something else");
        QTest::keyClick(line, Qt::Key_Escape);
        QCOMPARE(stage.child<QLabel>("datasetName")->text(), QString("Cinema of dreams"));
    }

    void notesAreSavedWithoutASaveButton() {
        Stage stage;
        stage.openTab("Notes");
        auto* notes = stage.child<QPlainTextEdit>("datasetNotes");
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
        pictures(stage.page, "data-notes");
    }

    void theCatalogueCopiesTheAddressOfADataset() {
        Stage stage;
        QVERIFY(stage.idle());
        click(stage.child<QPushButton>("showCatalogue"));
        QVERIFY(stage.child<QWidget>("catalogue")->isVisible());
        pictures(stage.page, "data-catalogue");
        click(stage.child<QPushButton>("copyAddress"));
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("https://"));
        click(stage.child<QPushButton>("closeCatalogue"));
        QVERIFY(stage.child<QLabel>("datasetName")->isVisible());
    }
};

QTEST_MAIN(DataPageTest)
#include "data_page_test.moc"
