// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what is shown with a run: its score, the split on which the score was measured, and whether a simple rule (a
// baseline such as popularity) is better. Also tests that the plots and the text above them are about the same run.
#include <QLabel>

#include "../../core/learn_support.h"
#include "core/plan/plans_in_workspace.h"
#include "core/recommender/registry.h"
#include "tiny_runs.h"
#include "train_stage.h"
#include "ui/frame/top_bar.h"
#include "ui/runs/reference_values.h"
#include "ui/session/run_score.h"
#include "ui/theme/theme.h"
#include "ui/train/run_table_model.h"
#include "ui/train/usual_five_dialog.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class RunScoreTest : public QObject {
    Q_OBJECT
    static QString status(TrainStage& stage) { return find<QLabel>(stage.page, "trainingText")->text(); }
    /// Starts a long training and waits until it has a best epoch.
    static void startLong(TrainStage& stage, const char* epochs = "400") {
        stage.makeSmall(1);
        stage.set("epochs", QString::fromLatin1(epochs));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.page.training().isTraining(); }));
        QVERIFY(waitUntil([&] { return stage.page.training().live()->record.bestEpoch > 0; }));
    }

private slots:
    void initTestCase() { Theme::instance().setChoice(ThemeChoice::Light); }

    void theScoreOfARunNamesItsSplit() {
        RunRecord run;
        run.name = "r";
        QVERIFY(runScoreText(run).isEmpty());
        run.bestValid.emplace().ndcg10 = 0.1234;
        QCOMPARE(runScoreText(run), QString("validation NDCG@10 0.1234"));
        run.test.emplace().ndcg10 = 0.0875;
        QCOMPARE(runScoreText(run), QString("test NDCG@10 0.0875"));
        RunRecord other = run;
        other.test->ndcg10 = 0.0925;
        QCOMPARE(meanScoreText({run, other}), QString("test NDCG@10 0.0900, mean of 2 seeds"));
        other.test.reset();
        QCOMPARE(meanScoreText({run, other}), QString("validation NDCG@10 0.1234, mean of 2 seeds"));
    }

    void theTopBarNamesARunWithItsTestScore() {
        Bench bench;
        const RunId id = trainTiny(bench, "sasrec");
        QVERIFY(waitUntil([&] { return bench.jobs().isIdle(); }));
        TopBar bar(bench.session(), nullptr);
        show(bar, {1280, 60});
        const RunRecord run = *bench.session().runById(id);
        auto* box = find<QComboBox>(bar, "runChoice");
        QVERIFY2(box->currentText().endsWith("test NDCG@10 " + metricText(run.test->ndcg10)),
                 qPrintable(box->currentText()));
        const QString about = box->itemData(box->currentIndex(), Qt::ToolTipRole).toString();
        QVERIFY2(about.contains("Test NDCG@10 " + metricText(run.test->ndcg10)), qPrintable(about));
        QVERIFY2(about.contains("Validation NDCG@10 " + metricText(run.bestValid->ndcg10)), qPrintable(about));
    }

    void aRunThatIsStoppedHereIsScoredOnTestAutomatically() {
        TrainStage stage;
        startLong(stage);
        click(find<QPushButton>(stage.page, "stopTraining"));
        QVERIFY(waitUntil([&] { return !stage.page.training().isBusy() && stage.bench.jobs().isIdle(); }));
        const RunRecord run = stage.bench.session().runs().front();
        QCOMPARE(int(run.state), int(RunState::Stopped));
        QVERIFY(run.test.has_value());
        QVERIFY2(status(stage).contains("NDCG@10 " + metricText(run.test->ndcg10) + " on test"),
                 qPrintable(status(stage)));
        QCOMPARE(stage.runs()->model()->index(0, RunTableModel::kTest).data().toString(), metricText(run.test->ndcg10));
        QVERIFY(!find<QPushButton>(stage.page, "scoreTest")->isVisible());
    }

    void aRunThatWasStoppedElsewhereIsScoredWithOneClick() {
        TrainStage stage;
        QVERIFY(stage.bench.work([&](JobContext& context) {
            struct Stopper : TrainObserver {
                void epochDone(const RunRecord&, const EpochInfo&) override { stop.request_stop(); }
                std::stop_source stop;
            } stopper;
            PauseSwitch pause;
            const TrainRequest request{.dataset = stage.bench.session().dataset()->id,
                                       .config = tinyConfig("sasrec", 16, 5),
                                       .runName = "in a terminal",
                                       .device = DeviceChoice::Cpu};
            train(context.workspace, request, stopper, pause, stopper.stop.get_token());
        }));
        stage.bench.session().refreshRuns();
        QVERIFY(waitUntil([&] { return stage.bench.session().run().has_value() && stage.bench.jobs().isIdle(); }));
        auto* score = find<QPushButton>(stage.page, "scoreTest");
        QVERIFY2(score->isVisible(), qPrintable(status(stage)));
        QVERIFY(status(stage).contains("on validation"));
        picture(stage.page, "train-stopped-elsewhere");
        click(score);
        QVERIFY(
            waitUntil([&] { return stage.bench.session().run()->test.has_value() && stage.bench.jobs().isIdle(); }));
        QVERIFY2(status(stage).contains("on test"), qPrintable(status(stage)));
        QVERIFY(!score->isVisible());
    }

    void theLineAboveTheCurvesDescribesTheRunThatTheyShow() {
        TrainStage stage;
        stage.makeSmall(2);
        stage.startAndWait();
        const RunRecord first = stage.bench.session().runs().front();
        const QString firstName = QString::fromStdString(first.name);
        const auto plotsShow = [&](const QString& name) {
            for (const char* plot : {"lossPlot", "ndcgPlot", "hrPlot"})
                if (!stage.plot(plot)->accessibleName().contains(name)) return false;
            return true;
        };
        QVERIFY2(plotsShow(firstName), qPrintable(stage.plot("lossPlot")->accessibleName()));
        startLong(stage);
        const QString live = QString::fromStdString(stage.page.training().live()->record.name);
        QVERIFY(waitUntil([&] { return plotsShow(live); }));
        QVERIFY(status(stage).startsWith("Training " + live));

        stage.bench.session().chooseRun(first.id);
        QVERIFY(waitUntil([&] { return plotsShow(firstName); }));
        QVERIFY2(status(stage).startsWith(firstName + " is trained"), qPrintable(status(stage)));
        QVERIFY(!find<QPushButton>(stage.page, "stopTraining")->isVisible());
        const QString detail = find<QLabel>(stage.page, "trainingDetail")->text();
        QVERIFY2(detail.contains("Training " + live), qPrintable(detail));
        picture(stage.page, "train-another-run-chosen");
        click(find<QPushButton>(stage.page, "goToTraining"));
        QVERIFY(waitUntil([&] { return plotsShow(live); }));
        QVERIFY(status(stage).startsWith("Training " + live));
        click(find<QPushButton>(stage.page, "stopTraining"));
        QVERIFY(waitUntil([&] { return !stage.page.training().isBusy() && stage.bench.jobs().isIdle(); }));
        // When another run is shown, the text above the curves must not say how the stopped run ended.
        stage.bench.session().chooseRun(first.id);
        QVERIFY(waitUntil([&] { return plotsShow(firstName); }));
        QVERIFY2(status(stage).startsWith(firstName + " is trained"), qPrintable(status(stage)));
    }

    void aTrainingThatStopsImprovingNamesTheBestEpoch() {
        LiveRun live;
        live.record.name = "SASRec 1";
        RunConfig config = tinyConfig("sasrec", 8, 100);
        config.training.patience = 12;
        live.record.config = config.toJson();
        const auto epoch = [](std::int64_t number, bool best, std::int64_t since) {
            EpochInfo info;
            info.record.epoch = number;
            info.record.valid.emplace();
            info.isBest = best;
            info.evaluationsSinceBest = since;
            return info;
        };
        QCOMPARE(live.headline(), QString("Training SASRec 1"));
        live.record.bestEpoch = 4;
        live.epochs = {epoch(4, true, 0)};
        QCOMPARE(live.headline(), QString("Training SASRec 1"));
        live.epochs.push_back(epoch(5, false, 1));
        live.epochs.push_back(EpochInfo());  // not validated
        QCOMPARE(live.headline(), QString("Training SASRec 1, no better since epoch 4"));
        QVERIFY2(live.patienceText().contains("after 12 validations"), qPrintable(live.patienceText()));
        QVERIFY2(live.patienceText().endsWith("1 so far."), qPrintable(live.patienceText()));
    }

    void aRunBelowASimpleRuleIsMarkedInTheListAndAboveTheCurves() {
        TrainStage stage;
        stage.makeSmall(1);
        stage.set("learning_rate", "0.000001");  // so small that the run learns nothing
        stage.startAndWait();
        const RunRecord run = stage.bench.session().runs().front();
        const auto& references = ReferenceValues::of(stage.bench.session()).values(run.protocol);
        QVERIFY(waitUntil([&] { return !references.empty() || stage.bench.jobs().isIdle(); }));
        QVERIFY(waitUntil([&] { return status(stage).contains("Below the simple rule"); }));
        const QModelIndex cell = stage.runs()->model()->index(0, RunTableModel::kTest);
        QVERIFY(!cell.data(Qt::DecorationRole).value<QIcon>().isNull());
        QVERIFY(cell.data(Qt::ToolTipRole).toString().startsWith("Below the simple rule"));
        QVERIFY(cell.data(Qt::AccessibleTextRole).toString().contains("Below the simple rule"));
        picture(stage.page, "train-worse-than-a-rule");
    }

    void theUsualFiveAreTrainedTogetherAndTheirResultIsShown() {
        Bench bench(Bench::Content::Empty);
        QVERIFY(bench.work([](JobContext& context) { addDataset(context.workspace, ringHistories()); }));
        bench.session().refreshDatasets();
        QVERIFY(waitUntil([&] { return !bench.session().datasets().empty(); }));
        bench.session().chooseDataset(bench.session().datasets().front().id);
        TrainPage page(bench.session());
        show(page);
        click(find<QPushButton>(page, "tryFive"));
        QVERIFY(waitUntil([&] { return page.findChild<UsualFiveDialog*>() != nullptr; }));
        auto* dialog = page.findChild<UsualFiveDialog*>();
        auto* time = find<QLabel>(*dialog, "fiveTime");
        QVERIFY(waitUntil([&] { return time->text().startsWith("Training takes at most "); }));
        QCOMPARE(find<CellTable>(*dialog, "fiveRuns")->rowCount(), 5);
        picture(*dialog, "usual-five");
        click(find<QPushButton>(*dialog, "fiveStart"));
        QVERIFY(page.training().isBusy());
        auto* result = find<QWidget>(page, "fiveResult");
        // The five runs train one after the other, so this waits up to kPatience for each.
        for (std::size_t trained = 1; trained <= 5; ++trained)
            waitUntil([&] { return result->isVisible() || bench.session().runs().size() >= trained; });
        QVERIFY(waitUntil([&] { return result->isVisible(); }));
        QCOMPARE(bench.session().runs().size(), std::size_t(5));
        const QString sentence = find<QLabel>(page, "fiveSentence")->text();
        QVERIFY2(sentence.startsWith("Best on validation: "), qPrintable(sentence));
        QVERIFY2(
            sentence.contains("SASRec") && sentence.contains("BERT4Rec") && sentence.contains("the best simple rule, "),
            qPrintable(sentence));
        QVERIFY(find<QLabel>(page, "fiveBasis")->text().contains("other seeds"));
        picture(page, "train-usual-five");
        QSignalSpy requested(&bench.session(), &Session::comparisonRequested);
        click(find<QPushButton>(page, "fiveResultCompare"));
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].value<std::vector<RunId>>().size(), std::size_t(5));
        click(find<QPushButton>(page, "fiveResultDismiss"));
        QVERIFY(!result->isVisible());
        // The plan is stored in the workspace, so that the Study tab and other processes can list it.
        std::vector<PlanInWorkspace> plans;
        QVERIFY(bench.work([&](JobContext& context) { plans = plansInWorkspace(context.workspace); }));
        QCOMPARE(plans.size(), std::size_t(1));
        QCOMPARE(plans[0].plan.title, std::string("The usual five on ring"));
        QCOMPARE(plans[0].finished, std::size_t(5));
    }
};

QTEST_MAIN(RunScoreTest)
#include "run_score_test.moc"
