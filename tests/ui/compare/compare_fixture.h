// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTabBar>
#include <QTabWidget>
#include <QtTest>
#include <memory>
#include <set>

#include "core/train/trainer.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compared_line.h"
#include "ui/compare/run_chips.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

#include "core/models/transformer/transformer_config.h"

#include "core/recommender/registry.h"

namespace recscope::ui::test {

/// A run in which user u has the test rank `ranks[u]`. `valid` is NDCG@10 on validation; the page uses it and `model`
/// only to choose which two runs it compares.
inline ComparedRun madeUpRun(const QString& name, const std::vector<std::int32_t>& ranks, double valid = 0,
                             const std::string& model = "bert4rec", std::uint64_t seed = 42, std::int64_t epochs = 20) {
    static RunId id = 0;
    RunConfig config = defaultConfig(model);
    config.training.seed = seed;
    config.training.epochs = epochs;
    ComparedRun run;
    run.record.id = ++id;
    run.record.name = name.toStdString();
    run.record.dataset = 1;
    run.record.model = model;
    run.record.config = config.toJson();
    run.record.state = RunState::Finished;
    run.record.epochsDone = run.record.bestEpoch = epochs;
    run.record.bestValid.emplace().ndcg10 = valid;
    run.record.test.emplace();
    EvaluationRecord record;
    record.split = Split::Test;
    std::vector<UserRank> userRanks;
    for (std::size_t user = 0; user < ranks.size(); ++user)
        userRanks.push_back({std::int32_t(user), 1, ranks[user], 0});
    run.evaluations.push_back(rankedEvaluation(record, userRanks, /*items=*/100));
    return run;
}

using Runs = std::vector<std::shared_ptr<const ComparedRun>>;

/// The lines (rows of tables and curves of plots) that the page makes of these runs: the seeds of one config form one
/// line. A line that contains a run in `unfolded` is followed by a separate line for each of its seeds.
inline std::vector<ComparedLine> linesOf(const std::vector<ComparedRun>& runs, const std::set<RunId>& unfolded = {}) {
    Runs shared;
    std::vector<RunRecord> records;
    for (const ComparedRun& run : runs) {
        shared.push_back(std::make_shared<const ComparedRun>(run));
        records.push_back(run.record);
    }
    return comparedLines(shared, runLines(records), unfolded);
}

/// Three runs of one config that differ in their seed, with eight users each. `worse` is added to every rank.
inline std::vector<ComparedRun> madeUpSeeds(const QString& name, int worse, double valid, const std::string& model,
                                            std::int64_t epochs = 20) {
    std::vector<ComparedRun> runs;
    for (int seed = 0; seed < 3; ++seed)
        runs.push_back(madeUpRun(
            QStringLiteral("%1 %2").arg(name).arg(seed + 1),
            {1 + worse, 2 + worse + seed % 2, 1 + worse, 3 + worse, 2 + worse, 1 + worse + seed, 1 + worse, 2 + worse},
            valid, model, std::uint64_t(seed), epochs));
    return runs;
}

inline std::vector<ComparedRun> operator+(std::vector<ComparedRun> a, const std::vector<ComparedRun>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Trains a transformer that is small enough to train within seconds, and returns the id of its run.
inline RunId trainSmall(Workspace& workspace, DatasetId dataset, const char* model, int epochs, std::stop_token stop,
                        std::uint64_t seed = 42) {
    TrainRequest request;
    request.dataset = dataset;
    request.config = defaultConfig(model);
    transformerOf(request.config).dim = 8;
    transformerOf(request.config).innerDim = 8;
    transformerOf(request.config).layers = 2;
    transformerOf(request.config).heads = 2;
    transformerOf(request.config).maxLength = 12;
    request.config.training.epochs = epochs;
    request.config.training.seed = seed;
    request.config.training.learningRate = 5e-3;
    request.device = DeviceChoice::Cpu;
    TrainObserver observer;
    PauseSwitch pause;
    return train(workspace, request, observer, pause, stop).id;
}

/// Stops the observed training after its first epoch.
struct StopAfterOneEpoch : TrainObserver {
    std::stop_source stop;
    void epochDone(const RunRecord&, const EpochInfo&) override { stop.request_stop(); }
};

/// Base class of tests of the Compare page on the sample dataset with three runs: a finished BERT4Rec, a finished
/// SASRec, and a BERT4Rec that was stopped after its first epoch.
class CompareFixture : public QObject {
protected:
    std::unique_ptr<TestEnvironment> m_environment;
    RunId m_bert = 0, m_sas = 0, m_stopped = 0;

    /// Opens the page at a tab: 0 Curves, 1 Metrics, 2 Breakdown, 3 Users, 4 One user, 5 Config, 6 Patterns, 7
    /// Trade-offs.
    std::unique_ptr<ComparePage> open(int tab, QSize size = {1440, 900}) {
        auto page = std::make_unique<ComparePage>(m_environment->session());
        test::show(*page, size);
        QTest::mouseClick(page->tabs()->tabBar(), Qt::LeftButton, {}, page->tabs()->tabBar()->tabRect(tab).center());
        settle();
        return page;
    }

    /// Waits until no job runs and the page is laid out.
    void settle() {
        if (!waitUntil([&] { return m_environment->jobs().isIdle(); })) qFatal("The page does not become idle.");
        QTest::qWait(30);
    }

    /// Trains the three runs, which takes some seconds.
    void prepare() {
        Theme::instance().setChoice(ThemeChoice::Light);
        m_environment = std::make_unique<TestEnvironment>();
        const DatasetId dataset = m_environment->session().dataset()->id;
        QVERIFY(m_environment->work([&](JobContext& context) {
            m_bert = trainSmall(context.workspace, dataset, "bert4rec", 2, context.stop);
        }));
        QVERIFY(m_environment->work(
            [&](JobContext& context) { m_sas = trainSmall(context.workspace, dataset, "sasrec", 2, context.stop); }));
        QVERIFY(m_environment->work([&](JobContext& context) {
            TrainRequest request;
            request.dataset = dataset;
            request.config = configFromJson(RunStore(context.workspace).byId(m_bert).config);
            request.device = DeviceChoice::Cpu;
            StopAfterOneEpoch observer;
            PauseSwitch pause;
            m_stopped = train(context.workspace, request, observer, pause, observer.stop.get_token()).id;
        }));
        m_environment->session().refreshRuns();
        QVERIFY(
            waitUntil([&] { return m_environment->session().runs().size() == 3 && m_environment->jobs().isIdle(); }));
    }
};

}  // namespace recscope::ui::test
