// SPDX-License-Identifier: GPL-3.0-or-later
// Tests training the runs of a plan from its study, and the estimate of how long this takes.
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "core/store/queue_store.h"
#include "core/store/run_store.h"
#include "study_fixture.h"
#include "ui/compare/plan_curves.h"
#include "ui/compare/study_curves.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class StudyTrainingTest : public StudyFixture {
    Q_OBJECT

private slots:
    void initTestCase() { begin(); }
    void cleanupTestCase() { end(); }

    void theRunsOfAPlanAreShownLivePausedReorderedAndDropped() {
        study().openPlan(m_environment->write("long.json", R"({"name": "long", "title": "A long plan", "datasets":
            "Sample cinema", "seeds": [7, 8, 9, 10], "runs": [{"model": "sasrec", "set": {"epochs": 400, "patience": 0,
            "dim": 8, "inner_dim": 8, "max_length": 8, "layers": 1, "validation_users": 50}}]})"));
        settle();
        showTab("Runs");
        click(find<QPushButton>(*m_page, "studyTrain"));
        TrainingController& training = trainingOf(m_environment->session());
        const auto& curves = study().curves()->curves().curves();
        QCOMPARE(curves.size(), std::size_t(4));
        QVERIFY(waitUntil([&] { return curves[0].points.size() > 2; }));
        QVERIFY(curves[0].isLive && !curves[1].isLive);
        QVERIFY2(curves[0].state.startsWith("Training · epoch "), qPrintable(curves[0].state));
        QCOMPARE(curves[1].state, QString("Waiting"));

        auto* pause = find<QToolButton>(*m_page, "studyPause");
        click(pause);
        QVERIFY(training.live()->paused);
        QCOMPARE(pause->text(), QString("Resume"));
        QVERIFY2(curves[0].state.startsWith("Paused"), qPrintable(curves[0].state));
        savePicture(*m_page, "study-live");
        click(pause);
        QVERIFY(!training.live()->paused);

        auto& smallPlots = study().curves()->curves();
        const auto seeds = [&] {
            QList<int> list;
            for (const QueuedRun& run : training.queue().waiting()) list << int(run.request.config.training.seed);
            return list;
        };
        QVERIFY(!find<QToolButton>(*m_page, "studyDrop")->isEnabled());
        QTest::mouseClick(&smallPlots, Qt::LeftButton, {}, smallPlots.cellRect(2).center());
        click(find<QToolButton>(*m_page, "studyEarlier"));
        QCOMPARE(seeds(), QList<int>({9, 8, 10}));
        QTest::keyClick(&smallPlots, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(seeds(), QList<int>({8, 9, 10}));
        QTest::keyClick(&smallPlots, Qt::Key_Left);
        QTest::keyClick(&smallPlots, Qt::Key_Delete);
        QCOMPARE(seeds(), QList<int>({9, 10}));
        QCOMPARE(curves[1].state, QString("Not trained"));
        QCOMPARE(find<QPushButton>(*m_page, "studyTrain")->text(), QString("Train 1 run"));

        QStringList waiting;
        for (const QueuedRun& run : training.queue().waiting()) waiting << run.ticket;
        training.queue().remove(waiting);
        const std::size_t before = curves[0].points.size();
        training.stop();
        settle();
        QVERIFY2(curves[0].state.startsWith("Interrupted"), qPrintable(curves[0].state));
        QVERIFY(curves[0].points.size() >= before);
        showTab("Numbers");
    }

    void aQueueLeftByAnEarlierProcessIsResumedFromTheStudy() {
        TestEnvironment environment;
        const QString file =
            environment.write("left.json", R"({"name": "left", "title": "Left", "datasets": "Sample cinema",
            "seeds": [5], "runs": [{"model": "sasrec", "set": {"epochs": 1, "dim": 8, "inner_dim": 8, "max_length": 8,
            "layers": 1}}]})");
        const PlannedRun run = plannedRunsOn(*environment.session().dataset(), findPlan(file.toStdString())).front();
        QVERIFY(environment.work([&](JobContext& context) {
            const QueuedTraining queued{.ticket = "left",
                                        .dataset = run.dataset,
                                        .config = run.config.toJson(),
                                        .name = "SASRec · seed 5",
                                        .device = "cpu",
                                        .run = {}};
            QueueStore(context.workspace).put({&queued, 1});
        }));
        ComparePage page(environment.session());
        test::show(page);
        click(find<QPushButton>(page, "compareStudy"));
        page.study()->openPlan(file);
        auto* train = find<QPushButton>(page, "studyTrain");
        QVERIFY(waitUntil([&] { return train->text() == "Resume the queue"; }));
        QVERIFY(train->isEnabled());
        click(train);
        QVERIFY(trainingOf(environment.session()).isBusy());
        QVERIFY(waitUntil([&] { return stateOf(page) == "1 of 1 run finished"; }));
        QCOMPARE(environment.session().runs().front().name, std::string("SASRec · seed 5"));
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void aFailedRunIsNamedWithItsReason() {
        const QString file = m_environment->write("failed.json", R"({"name": "failed", "title": "Failed", "datasets":
            "Sample cinema", "seeds": [77], "runs": [{"model": "sasrec", "set": {"epochs": 1, "dim": 8, "inner_dim": 8,
            "max_length": 8, "layers": 1}}]})");
        const PlannedRun planned =
            plannedRunsOn(*m_environment->session().dataset(), findPlan(file.toStdString())).front();
        QVERIFY(m_environment->work([&](JobContext& context) {
            RunStore store(context.workspace);
            RunRecord run;
            run.name = "Run <77>";
            run.dataset = planned.dataset;
            run.model = "sasrec";
            run.config = planned.config.toJson();
            run = store.add(run);
            run.state = RunState::Failed;
            run.message = {"The loss is no number."};
            store.update(run);
        }));
        study().openPlan(file);
        settle();
        auto* state = find<QLabel>(*m_page, "studyState");
        QVERIFY2(state->text().startsWith("0 of 1 run finished · 1 failed"), qPrintable(state->text()));
        QVERIFY2(state->toolTip().contains("<b>Run &lt;77&gt;</b>: The loss is no number."),
                 qPrintable(state->toolTip()));
    }

    void measuringIsShownInTheStripAndEndsWhenThePageIsHiddenOrRunsAreTrained() {
        QStringList seen;
        const auto watch = connect(&m_environment->jobs(), &JobRunner::stripChanged, this, [&] {
            for (const JobInfo& job : m_environment->jobs().stripJobs()) seen << job.title;
        });
        study().openPlan(
            m_environment->write("slow.json", R"({"name": "slow", "title": "Slow", "datasets": "Sample cinema",
            "seeds": [9], "runs": [{"model": "sasrec", "set": {"epochs": 1, "dim": [8, 12, 16], "inner_dim": 8,
            "max_length": [8, 9, 10], "layers": 1}}]})"));
        const auto measures = [&] { return study().estimating().state() == AsyncQueryState::Running; };
        QVERIFY(waitUntil(measures));
        disconnect(watch);
        QVERIFY(seen.contains("Reading the runs of a plan"));
        QVERIFY(seen.contains("Measuring how long a plan takes"));
        m_page->hide();
        QCOMPARE(study().estimating().state(), AsyncQueryState::Hidden);
        QVERIFY(m_environment->jobs().stripJobs().empty() || waitUntil([&] { return m_environment->jobs().isIdle(); }));
        test::show(*m_page);
        QVERIFY(waitUntil(measures));
        click(find<QPushButton>(*m_page, "studyTrain"));
        QCOMPARE(study().estimating().state(), AsyncQueryState::None);
        QVERIFY(!study().reading().isOpen());
        TrainingController& training = trainingOf(m_environment->session());
        QStringList waiting;
        for (const QueuedRun& run : training.queue().waiting()) waiting << run.ticket;
        training.queue().remove(waiting);
        training.stop();
        settle();
    }

    void theTimeCoversOnlyTheMissingRuns() {
        // The learning rate is so small that runs do not improve, so patience ends a run long before its last epoch.
        const QString file = m_environment->write("times.json", R"({"name": "times", "title": "Times", "datasets":
            "Sample cinema", "seeds": [3], "runs": [{"model": "sasrec", "set": {"epochs": [1, 100000], "patience": 1,
            "learning_rate": 1e-9, "dim": 8, "inner_dim": 8, "max_length": 8, "layers": 1, "validation_users": 50}}]})");
        study().openPlan(file);
        settle();
        const auto time = [&] { return stateOf(*m_page).section("at most ", 1); };
        const QString before = time();
        QVERIFY(!before.isEmpty());
        const PlannedRun longest =
            plannedRunsOn(*m_environment->session().dataset(), findPlan(file.toStdString())).back();
        TrainRequest request;
        request.dataset = longest.dataset;
        request.config = longest.config;
        trainingOf(m_environment->session()).start(request);
        settle();
        QVERIFY2(stateOf(*m_page).startsWith("1 of 2 runs finished"), qPrintable(stateOf(*m_page)));
        QVERIFY(!time().isEmpty());
        QVERIFY2(time() != before, qPrintable(stateOf(*m_page)));
    }
};

QTEST_MAIN(StudyTrainingTest)
#include "study_training_test.moc"
