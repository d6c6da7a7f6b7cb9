// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/run_store.h"

#include <gtest/gtest.h>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/store/remote_store.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

class RunStoreTest : public testing::Test {
protected:
    RunRecord newRun(const std::string& name) {
        if (m_dataset == 0) {
            NewDataset dataset;
            dataset.info.name = "d";
            m_dataset = DatasetStore(m_workspace).add(dataset, {}).id;
        }
        RunRecord run;
        run.name = name;
        run.dataset = m_dataset;
        run.model = "bert4rec";
        run.config = R"({"dim":64})";
        run.device = cpuFacts(2);
        return m_runs.add(run);
    }

    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "a.recscope");
    RunStore m_runs{m_workspace};
    DatasetId m_dataset = 0;
};

/// These bytes contain a zero and invalid UTF-8, as safetensors do.
const std::string kWeights("w\0\xff weights", 10);

TEST_F(RunStoreTest, ANewRunIsReadBack) {
    const RunRecord added = newRun("BERT4Rec 1");
    const RunRecord run = m_runs.byId(added.id);
    EXPECT_EQ(run.name, "BERT4Rec 1");
    EXPECT_EQ(run.datasetName, "d");
    EXPECT_EQ(run.state, RunState::Running);
    EXPECT_EQ(run.config, R"({"dim":64})");
    EXPECT_EQ(run.device, cpuFacts(2));
    EXPECT_FALSE(run.test.has_value());
    EXPECT_EQ(run.createdAt, added.createdAt);
}

TEST_F(RunStoreTest, ListsNewestFirst) {
    newRun("a");
    newRun("b");
    const auto runs = m_runs.list();
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0].name, "b");
    EXPECT_EQ(m_runs.listFor(m_dataset).size(), 2u);
    EXPECT_TRUE(m_runs.listFor(m_dataset + 1).empty());
}

TEST_F(RunStoreTest, AFreeNameHasTheSmallestFreeNumber) {
    EXPECT_EQ(m_runs.freeName("SASRec"), "SASRec 1");
    newRun("SASRec 1");
    newRun("SASRec 3");
    EXPECT_EQ(m_runs.freeName("SASRec"), "SASRec 2");
}

TEST_F(RunStoreTest, NamesAreUnique) {
    newRun("a");
    const RunRecord b = newRun("b");
    EXPECT_ERROR(newRun("a"), ErrorKind::Input, "already a run named \"a\"");
    EXPECT_ERROR(m_runs.rename(b.id, "a"), ErrorKind::Input, "already a run named \"a\"");
    EXPECT_ERROR(m_runs.rename(b.id, std::string(256, 'c')), ErrorKind::Input, "too long");
    m_runs.rename(b.id, "c");
    EXPECT_EQ(m_runs.byId(b.id).name, "c");
}

TEST_F(RunStoreTest, UnknownRunsAreRefusedWithAMessage) {
    EXPECT_ERROR(m_runs.byId(7), ErrorKind::Input, "no run number 7");
    EXPECT_ERROR(m_runs.byName("x"), ErrorKind::Input, "no run named \"x\"");
    RunRecord run;
    run.id = 7;
    EXPECT_ERROR(m_runs.update(run), ErrorKind::Input, "no run number 7");
    run.name = "x";
    run.dataset = 9;
    EXPECT_ERROR(m_runs.add(run), ErrorKind::Input, "no dataset number 9");
}

TEST_F(RunStoreTest, AnEpochIsStoredWithItsStepsAndCheckpoints) {
    RunRecord run = newRun("a");
    run.epochsDone = 1;
    run.bestEpoch = 1;
    run.sequencesSeen = 2000;
    run.seconds = 1.5;
    run.bestValid = Metrics{.hr10 = 0.5, .ndcg10 = 0.25};
    const EpochRecord epoch{.epoch = 1, .loss = 3.5, .seconds = 1, .sequencesPerSecond = 2000, .valid = run.bestValid};
    const std::vector<StepRecord> steps = {{.step = 1, .loss = 4}, {.step = 2, .loss = 3}};
    const Checkpoint last{.epoch = 1, .weights = kWeights, .state = "adam", .progress = "{}"};
    const Checkpoint best{.epoch = 1, .weights = kWeights, .state = {}, .progress = {}};
    m_runs.recordEpoch(run, epoch, steps, last, &best);

    EXPECT_EQ(m_runs.byId(run.id).sequencesSeen, 2000);
    EXPECT_DOUBLE_EQ(m_runs.byId(run.id).bestValid->ndcg10, 0.25);
    ASSERT_EQ(m_runs.epochs(run.id).size(), 1u);
    EXPECT_DOUBLE_EQ(m_runs.epochs(run.id)[0].valid->hr10, 0.5);
    ASSERT_EQ(m_runs.steps(run.id).size(), 2u);
    EXPECT_EQ(m_runs.steps(run.id)[1].loss, 3);
    EXPECT_EQ(m_runs.checkpoint(run.id, CheckpointKind::Last)->state, "adam");
    EXPECT_EQ(m_runs.checkpoint(run.id, CheckpointKind::Best)->weights, kWeights);
}

TEST_F(RunStoreTest, AWorseEpochKeepsTheBestWeights) {
    const RunRecord run = newRun("a");
    const Checkpoint first{.epoch = 1, .weights = "first", .state = {}, .progress = {}};
    const Checkpoint second{.epoch = 2, .weights = "second", .state = {}, .progress = {}};
    m_runs.recordEpoch(run, {.epoch = 1, .valid = {}}, {}, first, &first);
    m_runs.recordEpoch(run, {.epoch = 2, .valid = {}}, {}, second, nullptr);
    EXPECT_EQ(m_runs.checkpoint(run.id, CheckpointKind::Best)->weights, "first");
    EXPECT_EQ(m_runs.checkpoint(run.id, CheckpointKind::Last)->weights, "second");
}

TEST_F(RunStoreTest, AStopKeepsItsStepsAndAResumedRunMayRepeatThem) {
    RunRecord run = newRun("a");
    run.state = RunState::Stopped;
    m_runs.recordStop(run, std::vector<StepRecord>{{.step = 1, .loss = 4}},
                      {.epoch = 0, .weights = "w", .state = "s", .progress = "p"});
    EXPECT_EQ(m_runs.byId(run.id).state, RunState::Stopped);
    m_runs.recordStop(run, std::vector<StepRecord>{{.step = 1, .loss = 5}},
                      {.epoch = 0, .weights = "w", .state = "s", .progress = "p"});
    ASSERT_EQ(m_runs.steps(run.id).size(), 1u);
    EXPECT_EQ(m_runs.steps(run.id)[0].loss, 5);
}

TEST_F(RunStoreTest, ANewEvaluationReplacesTheOldOneOfTheSameProtocol) {
    const RunRecord run = newRun("a");
    Evaluation evaluation;
    evaluation.split = Split::Test;
    evaluation.users = 2;
    evaluation.ranks = {{.user = 0, .target = 3, .rank = 1, .ties = 0}, {.user = 4, .target = 2, .rank = 9, .ties = 2}};
    m_runs.recordEvaluation(run.id, evaluation);
    evaluation.ranks[1].rank = 5;
    m_runs.recordEvaluation(run.id, evaluation);
    Evaluation sampled = evaluation;
    sampled.protocol.candidates = Candidates::Popularity;
    m_runs.recordEvaluation(run.id, sampled);

    EXPECT_EQ(m_runs.evaluations(run.id).size(), 2u);
    const auto ranks = m_runs.ranks(run.id, Split::Test, evaluation.protocol);
    ASSERT_EQ(ranks.size(), 2u);
    EXPECT_EQ(ranks[1].user, 4);
    EXPECT_EQ(ranks[1].rank, 5);
    EXPECT_EQ(ranks[1].ties, 2);
    EXPECT_TRUE(m_runs.ranks(run.id, Split::Valid, evaluation.protocol).empty());
    EXPECT_EQ(m_workspace.connection().database.execAndGet("SELECT count(*) FROM user_rank").getInt(), 4);
}

TEST_F(RunStoreTest, KeepsTheOtherTargetsAndTheLists) {
    const RunRecord run = newRun("a");
    Evaluation evaluation;
    evaluation.split = Split::Test;
    evaluation.ranks = {{.user = 0, .target = 3, .rank = 1, .ties = 0, .others = {{5, 3}, {4, 17}}},
                        {.user = 4, .target = 2, .rank = 9, .ties = 2}};
    evaluation.recommended.users = {0, 4};
    for (Token token = 1; token <= 20; ++token) evaluation.recommended.items.push_back(token);
    m_runs.recordEvaluation(run.id, evaluation);
    const auto ranks = m_runs.ranks(run.id, Split::Test, evaluation.protocol);
    ASSERT_EQ(ranks.size(), 2u);
    EXPECT_EQ(ranks[0].others, evaluation.ranks[0].others);
    EXPECT_TRUE(ranks[1].others.empty());
    const RecommendedLists lists = m_runs.recommended(run.id, Split::Test, evaluation.protocol);
    EXPECT_EQ(lists.users, evaluation.recommended.users);
    EXPECT_EQ(lists.items, evaluation.recommended.items);
    EXPECT_TRUE(m_runs.recommended(run.id, Split::Valid, evaluation.protocol).empty());
}

TEST_F(RunStoreTest, TheOtherTargetsOfAnEvaluationOfAnOlderVersionAreUnknown) {
    const RunRecord run = newRun("a");
    Evaluation evaluation;
    evaluation.split = Split::Test;
    evaluation.ranks = {{.user = 0, .target = 3, .rank = 1, .ties = 0, .others = {{5, 3}, {4, 17}}}};
    m_runs.recordEvaluation(run.id, evaluation);
    m_workspace.connection().database.exec("UPDATE user_rank SET other_targets = ''");  // the default of version 18
    const auto ranks = m_runs.ranks(run.id, Split::Test, evaluation.protocol);
    ASSERT_EQ(ranks.size(), 1u);
    EXPECT_EQ(ranks[0].others, (std::vector<TargetRank>{{kPadToken, 3}, {kPadToken, 17}}));
}

TEST_F(RunStoreTest, NewBestWeightsDiscardEarlierEvaluations) {
    RunRecord run = newRun("r");
    const Checkpoint weights{.epoch = 1, .weights = kWeights, .state = {}, .progress = {}};
    const auto scored = [](Split split, Candidates candidates) {
        Evaluation evaluation;
        evaluation.protocol.candidates = candidates;
        evaluation.split = split;
        evaluation.ranks = {{.user = 0, .target = 1, .rank = 3, .ties = 0}};
        return evaluation;
    };
    const auto epoch = [](std::int64_t number) {
        EpochRecord record;
        record.epoch = number;
        return record;
    };
    m_runs.recordEvaluation(run.id, scored(Split::Test, Candidates::Full));
    m_runs.recordEvaluation(run.id, scored(Split::Test, Candidates::Popularity));
    m_runs.recordEpoch(run, epoch(2), {}, weights, nullptr);
    EXPECT_EQ(m_runs.evaluations(run.id).size(), 2u) << "a worse epoch keeps the best weights and their ranks";

    const Evaluation valid = scored(Split::Valid, Candidates::Full);
    m_runs.recordEpoch(run, epoch(3), {}, weights, &weights, &valid);
    ASSERT_EQ(m_runs.evaluations(run.id).size(), 1u) << "ranks of two epochs must not be mixed";
    EXPECT_EQ(m_runs.evaluations(run.id).front().split, Split::Valid);

    // Retraining with the validation items gives new weights. The validation that decided the number of epochs stays.
    m_runs.recordEvaluation(run.id, scored(Split::Test, Candidates::Full));
    m_runs.recordEpoch(run, epoch(4), {}, weights, &weights);
    ASSERT_EQ(m_runs.evaluations(run.id).size(), 1u);
    EXPECT_EQ(m_runs.evaluations(run.id).front().split, Split::Valid);
}

TEST_F(RunStoreTest, RemovingDeletesWeightsAndRanks) {
    const RunRecord run = newRun("a");
    const Checkpoint checkpoint{.epoch = 1, .weights = "w", .state = {}, .progress = {}};
    m_runs.recordEpoch(run, {.epoch = 1, .valid = {}}, std::vector<StepRecord>{{.step = 1, .loss = 1}}, checkpoint,
                       &checkpoint);
    Evaluation evaluation;
    evaluation.ranks = {{.user = 0, .target = 1, .rank = 1, .ties = 0}};
    evaluation.recommended = {{0}, std::vector<Token>(RecommendedLists::kLength, 1)};
    m_runs.recordEvaluation(run.id, evaluation);
    EXPECT_EQ(m_workspace.connection().database.execAndGet("SELECT count(*) FROM recommended_lists").getInt(), 1);
    m_runs.remove(run.id);
    for (const char* table : {"run", "epoch", "step", "checkpoint", "evaluation", "user_rank", "recommended_lists"}) {
        EXPECT_EQ(m_workspace.connection().database.execAndGet(std::string("SELECT count(*) FROM ") + table).getInt(),
                  0)
            << table;
    }
}

TEST_F(RunStoreTest, ARemoteRunIsStoredWithItsMachineOrNotAtAll) {
    RunRecord run = newRun("here");
    RemoteStore remote(m_workspace);
    run.name = "there";
    const RunRecord there = remote.add(run, "ada@box", std::string(32, 'a'));
    EXPECT_EQ(remote.of(there.id)->machine, "ada@box");
    EXPECT_EQ(m_runs.byId(there.id).state, RunState::Running);

    run.name = "in the same folder";
    EXPECT_THROW(remote.add(run, "ada@box", std::string(32, 'a')), Error);
    EXPECT_EQ(m_runs.list().size(), 2u);
}

}  // namespace
}  // namespace recscope
