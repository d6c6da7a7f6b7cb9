// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what is shown with a run: its score, the split on which the score was measured, and whether a simple rule (a
// baseline such as popularity) is better. Also tests that the plots and the text above them are about the same run.
#include <qcustomplot.h>

#include <QLabel>

#include "../../core/learn_support.h"
#include "core/plan/plans_in_workspace.h"
#include "core/recommender/registry.h"
#include "tiny_runs.h"
#include "train_fixture.h"
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
    static QString status(TrainFixture& fixture) { return find<QLabel>(fixture.page, "trainingText")->text(); }
    /// Starts a long training and waits until it has a best epoch.
    static void startLong(TrainFixture& fixture, const char* epochs = "400") {
        fixture.makeSmall(1);
        fixture.set("epochs", QString::fromLatin1(epochs));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.page.training().isTraining(); }));
        QVERIFY(waitUntil([&] { return fixture.page.training().live()->record.bestEpoch > 0; }));
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

    void theDetailsOfAScoreNameTheMetricThatChoseTheEpoch() {
        RunRecord run;
        RunConfig config = tinyConfig("sasrec", 8, 1);
        run.config = config.toJson();
        run.bestValid.emplace().ndcg10 = 0.1234;
        run.test.emplace().ndcg10 = 0.0875;
        QVERIFY2(runScoreDetails(run).endsWith("Validation NDCG@10 0.1234 (used to choose the epoch)"),
                 qPrintable(runScoreDetails(run)));
        config.training.validationMetric = "recall@20";
        run.config = config.toJson();
        QVERIFY2(runScoreDetails(run).endsWith("Validation NDCG@10 0.1234 (the epoch was chosen by Recall@20)"),
                 qPrintable(runScoreDetails(run)));
    }

    void thePlotsMarkTheEpochThatTheValidationMetricChose() {
        TrainFixture fixture;
        RunRecord run;
        QVERIFY(fixture.environment.work([&](JobContext& context) {
            RunConfig config = tinyConfig("sasrec", 8, 2);
            config.training.validationMetric = "hr@10";
            run.name = "chosen by hits";
            run.dataset = fixture.environment.session().dataset()->id;
            run.model = config.model;
            run.config = config.toJson();
            run.state = RunState::Finished;
            run.epochsDone = 2;
            run.bestEpoch = 1;
            std::vector<EpochRecord> epochs(2);
            epochs[0].epoch = 1;
            epochs[0].valid = {.hr10 = 0.5, .ndcg10 = 0.1};
            epochs[1].epoch = 2;
            epochs[1].valid = {.hr10 = 0.4, .ndcg10 = 0.3};
            run.bestValid = epochs[0].valid;
            RunStore(context.workspace)
                .recordTrainedElsewhere(run, {.epoch = 1, .weights = "none", .state = {}, .progress = {}}, epochs);
        }));
        fixture.environment.session().refreshRuns();
        QVERIFY(waitUntil([&] { return fixture.environment.session().runById(run.id).has_value(); }));
        fixture.environment.session().chooseRun(run.id);
        QVERIFY(waitUntil([&] { return fixture.plot("ndcgPlot")->pointCount(0) == 2; }));
        const auto texts = [&](const char* plot) {
            QStringList all;
            const QCustomPlot& drawn = *fixture.plot(plot)->plot();
            for (int i = 0; i < drawn.itemCount(); ++i)
                if (const auto* text = qobject_cast<QCPItemText*>(drawn.item(i))) all << text->text();
            return all;
        };
        QVERIFY2(texts("ndcgPlot").contains("in the best epoch: 0.1000"), qPrintable(texts("ndcgPlot").join(", ")));
        QVERIFY2(texts("hrPlot").contains("best: 0.5000"), qPrintable(texts("hrPlot").join(", ")));
    }

    void theTopBarNamesARunWithItsTestScore() {
        TestEnvironment environment;
        const RunId id = trainTiny(environment, "sasrec");
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        TopBar bar(environment.session(), nullptr);
        show(bar, {1280, 60});
        const RunRecord run = *environment.session().runById(id);
        auto* box = find<QComboBox>(bar, "runChoice");
        QVERIFY2(box->currentText().endsWith("test NDCG@10 " + metricText(run.test->ndcg10)),
                 qPrintable(box->currentText()));
        const QString toolTip = box->itemData(box->currentIndex(), Qt::ToolTipRole).toString();
        QVERIFY2(toolTip.contains("Test NDCG@10 " + metricText(run.test->ndcg10)), qPrintable(toolTip));
        QVERIFY2(toolTip.contains("Validation NDCG@10 " + metricText(run.bestValid->ndcg10)), qPrintable(toolTip));
    }

    void aRunThatIsStoppedHereIsScoredOnTestAutomatically() {
        TrainFixture fixture;
        startLong(fixture);
        click(find<QPushButton>(fixture.page, "stopTraining"));
        QVERIFY(waitUntil([&] { return !fixture.page.training().isBusy() && fixture.environment.jobs().isIdle(); }));
        const RunRecord run = fixture.environment.session().runs().front();
        QCOMPARE(int(run.state), int(RunState::Stopped));
        QVERIFY(run.test.has_value());
        QVERIFY2(status(fixture).contains("NDCG@10 " + metricText(run.test->ndcg10) + " on test"),
                 qPrintable(status(fixture)));
        QCOMPARE(fixture.runs()->model()->index(0, RunTableModel::kTest).data().toString(),
                 metricText(run.test->ndcg10));
        QVERIFY(!find<QPushButton>(fixture.page, "scoreTest")->isVisible());
    }

    void aRunThatWasStoppedElsewhereIsScoredWithOneClick() {
        TrainFixture fixture;
        QVERIFY(fixture.environment.work([&](JobContext& context) {
            struct Stopper : TrainObserver {
                void epochDone(const RunRecord&, const EpochInfo&) override { stop.request_stop(); }
                std::stop_source stop;
            } stopper;
            PauseSwitch pause;
            const TrainRequest request{.dataset = fixture.environment.session().dataset()->id,
                                       .config = tinyConfig("sasrec", 16, 5),
                                       .runName = "in a terminal",
                                       .device = DeviceChoice::Cpu};
            train(context.workspace, request, stopper, pause, stopper.stop.get_token());
        }));
        fixture.environment.session().refreshRuns();
        QVERIFY(waitUntil(
            [&] { return fixture.environment.session().run().has_value() && fixture.environment.jobs().isIdle(); }));
        auto* score = find<QPushButton>(fixture.page, "scoreTest");
        QVERIFY2(score->isVisible(), qPrintable(status(fixture)));
        QVERIFY(status(fixture).contains("on validation"));
        savePicture(fixture.page, "train-stopped-elsewhere");
        click(score);
        QVERIFY(waitUntil([&] {
            return fixture.environment.session().run()->test.has_value() && fixture.environment.jobs().isIdle();
        }));
        QVERIFY2(status(fixture).contains("on test"), qPrintable(status(fixture)));
        QVERIFY(!score->isVisible());
    }

    void theLineAboveTheCurvesDescribesTheRunThatTheyShow() {
        TrainFixture fixture;
        fixture.makeSmall(2);
        fixture.startAndWait();
        const RunRecord first = fixture.environment.session().runs().front();
        const QString firstName = QString::fromStdString(first.name);
        const auto plotsShow = [&](const QString& name) {
            for (const char* plot : {"lossPlot", "ndcgPlot", "hrPlot"})
                if (!fixture.plot(plot)->accessibleName().contains(name)) return false;
            return true;
        };
        QVERIFY2(plotsShow(firstName), qPrintable(fixture.plot("lossPlot")->accessibleName()));
        startLong(fixture);
        const QString live = QString::fromStdString(fixture.page.training().live()->record.name);
        QVERIFY(waitUntil([&] { return plotsShow(live); }));
        QVERIFY(status(fixture).startsWith("Training " + live));

        fixture.environment.session().chooseRun(first.id);
        QVERIFY(waitUntil([&] { return plotsShow(firstName); }));
        QVERIFY2(status(fixture).startsWith(firstName + " is trained"), qPrintable(status(fixture)));
        QVERIFY(!find<QPushButton>(fixture.page, "stopTraining")->isVisible());
        const QString detail = find<QLabel>(fixture.page, "trainingDetail")->text();
        QVERIFY2(detail.contains("Training " + live), qPrintable(detail));
        savePicture(fixture.page, "train-another-run-chosen");
        click(find<QPushButton>(fixture.page, "goToTraining"));
        QVERIFY(waitUntil([&] { return plotsShow(live); }));
        QVERIFY(status(fixture).startsWith("Training " + live));
        click(find<QPushButton>(fixture.page, "stopTraining"));
        QVERIFY(waitUntil([&] { return !fixture.page.training().isBusy() && fixture.environment.jobs().isIdle(); }));
        // When another run is shown, the text above the curves must not say how the stopped run ended.
        fixture.environment.session().chooseRun(first.id);
        QVERIFY(waitUntil([&] { return plotsShow(firstName); }));
        QVERIFY2(status(fixture).startsWith(firstName + " is trained"), qPrintable(status(fixture)));
    }

    void aTrainingThatStopsImprovingNamesTheBestEpoch() {
        LiveRun live;
        live.record.name = "SASRec 1";
        RunConfig config = tinyConfig("sasrec", 8, 100);
        config.training.patience = 12;
        live.record.config = config.toJson();
        const auto epoch = [](std::int64_t number, bool best, std::int64_t sinceBest) {
            EpochInfo info;
            info.record.epoch = number;
            info.record.valid.emplace();
            info.isBest = best;
            info.evaluationsSinceBest = sinceBest;
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
        QVERIFY2(live.patienceText().startsWith("NDCG@10 on validation was best in epoch 4."),
                 qPrintable(live.patienceText()));
        config.training.validationMetric = "mrr";
        live.record.config = config.toJson();
        QVERIFY2(live.patienceText().startsWith("MRR on validation was best in epoch 4."),
                 qPrintable(live.patienceText()));
    }

    void aRunBelowASimpleRuleIsMarkedInTheListAndAboveTheCurves() {
        TrainFixture fixture;
        fixture.makeSmall(1);
        fixture.set("learning_rate", "0.000001");  // so small that the run learns nothing
        fixture.startAndWait();
        const RunRecord run = fixture.environment.session().runs().front();
        const auto& references = ReferenceValues::of(fixture.environment.session()).values(run.protocol);
        QVERIFY(waitUntil([&] { return !references.empty() || fixture.environment.jobs().isIdle(); }));
        QVERIFY(waitUntil([&] { return status(fixture).contains("Below the simple rule"); }));
        const QModelIndex cell = fixture.runs()->model()->index(0, RunTableModel::kTest);
        QVERIFY(!cell.data(Qt::DecorationRole).value<QIcon>().isNull());
        QVERIFY(cell.data(Qt::ToolTipRole).toString().startsWith("Below the simple rule"));
        QVERIFY(cell.data(Qt::AccessibleTextRole).toString().contains("Below the simple rule"));
        savePicture(fixture.page, "train-worse-than-a-rule");
    }

    void theUsualFiveAreTrainedTogetherAndTheirResultIsShown() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        QVERIFY(environment.work([](JobContext& context) { addDataset(context.workspace, ringHistories()); }));
        environment.session().refreshDatasets();
        QVERIFY(waitUntil([&] { return !environment.session().datasets().empty(); }));
        environment.session().chooseDataset(environment.session().datasets().front().id);
        TrainPage page(environment.session());
        show(page);
        click(find<QPushButton>(page, "tryFive"));
        QVERIFY(waitUntil([&] { return page.findChild<UsualFiveDialog*>() != nullptr; }));
        auto* dialog = page.findChild<UsualFiveDialog*>();
        auto* time = find<QLabel>(*dialog, "fiveTime");
        QVERIFY(waitUntil([&] { return time->text().startsWith("Training takes at most "); }));
        QCOMPARE(find<CellTable>(*dialog, "fiveRuns")->rowCount(), 5);
        savePicture(*dialog, "usual-five");
        click(find<QPushButton>(*dialog, "fiveStart"));
        QVERIFY(page.training().isBusy());
        auto* result = find<QWidget>(page, "fiveResult");
        // The five runs train one after the other, so this waits up to kPatience for each.
        for (std::size_t trained = 1; trained <= 5; ++trained)
            waitUntil([&] { return result->isVisible() || environment.session().runs().size() >= trained; });
        QVERIFY(waitUntil([&] { return result->isVisible(); }));
        QCOMPARE(environment.session().runs().size(), std::size_t(5));
        const QString sentence = find<QLabel>(page, "fiveSentence")->text();
        QVERIFY2(sentence.startsWith("Best on validation: "), qPrintable(sentence));
        QVERIFY2(
            sentence.contains("SASRec") && sentence.contains("BERT4Rec") && sentence.contains("the best simple rule, "),
            qPrintable(sentence));
        QVERIFY(find<QLabel>(page, "fiveBasis")->text().contains("other seeds"));
        savePicture(page, "train-usual-five");
        QSignalSpy requested(&environment.session(), &Session::comparisonRequested);
        click(find<QPushButton>(page, "fiveResultCompare"));
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].value<std::vector<RunId>>().size(), std::size_t(5));
        click(find<QPushButton>(page, "fiveResultDismiss"));
        QVERIFY(!result->isVisible());
        // The plan is stored in the workspace, so that the Study tab and other processes can list it.
        std::vector<PlanInWorkspace> plans;
        QVERIFY(environment.work([&](JobContext& context) { plans = plansInWorkspace(context.workspace); }));
        QCOMPARE(plans.size(), std::size_t(1));
        QCOMPARE(plans[0].plan.title, std::string("The usual five on ring"));
        QCOMPARE(plans[0].finished, std::size_t(5));
    }
};

QTEST_MAIN(RunScoreTest)
#include "run_score_test.moc"
