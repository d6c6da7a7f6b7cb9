// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/attention_timeline.h"

#include <gtest/gtest.h>

#include "../learn_support.h"
#include "core/explain/scores/inference_session.h"
#include "core/train/trainer.h"
#include "core/util/error.h"

namespace recscope {
namespace {

/// Tests the frames of the timeline. A frame contains the attention and the recommendations for a pinned user after one
/// epoch.
class TimelineTest : public testing::TestWithParam<const char*> {
protected:
    RunRecord trained(std::int64_t epochs) {
        RunConfig config = smallConfig(GetParam());
        config.training.epochs = epochs;
        TrainObserver observer;
        PauseSwitch pause;
        return train(m_workspace, {.dataset = m_dataset, .config = config, .runName = {}, .device = DeviceChoice::Cpu},
                     observer, pause, {});
    }

    TemporaryWorkspace m_temporary;
    Workspace m_workspace = m_temporary.open();
    DatasetId m_dataset = addDataset(m_workspace, ringHistories()).id;
    TimelineStore m_timelines{m_workspace};
};

TEST_P(TimelineTest, EachEpochHasFramesAndThoseOfTheBestEpochMatchAnExplanation) {
    m_timelines.pin(m_dataset, 3);
    m_timelines.pin(m_dataset, 17);
    const RunRecord run = trained(3);
    EXPECT_EQ(m_timelines.users(run.id), (std::vector<std::int32_t>{3, 17}));
    const InferenceSession inference = InferenceSession::load(m_workspace, run.id);
    const Histories histories = DatasetStore(m_workspace).histories(m_dataset);
    for (const std::int32_t user : {3, 17}) {
        EXPECT_EQ(m_timelines.epochs(run.id, user), (std::vector<std::int64_t>{1, 2, 3}));
        const auto frame = m_timelines.snapshot(run.id, user, run.bestEpoch);
        ASSERT_TRUE(frame);
        const Explanation shown =
            inference.explain(histories.input(user, Split::Test), 10, histories.target(user, Split::Test));
        EXPECT_EQ(frame->positions, shown.positions);
        EXPECT_EQ(frame->firstPosition, shown.firstPosition);
        EXPECT_EQ(frame->layers, 2);
        ASSERT_EQ(frame->weights.size(), shown.attention.weights.size());
        for (std::size_t i = 0; i < frame->weights.size(); ++i)
            EXPECT_NEAR(frame->weights[i], shown.attention.weights[i], 0.5 / 65535 + 1e-7);  // half a step of uint16
        ASSERT_EQ(frame->top.size(), shown.recommendations.size());
        for (std::size_t i = 0; i < frame->top.size(); ++i) {
            EXPECT_EQ(frame->top[i].token, shown.recommendations[i].token);
            EXPECT_FLOAT_EQ(frame->top[i].score, shown.recommendations[i].score);
        }
        ASSERT_TRUE(frame->heldOut);
        EXPECT_EQ(frame->heldOut->token, histories.target(user, Split::Test));
        EXPECT_EQ(frame->heldOut->rank, shown.heldOut->rank);
        EXPECT_FLOAT_EQ(frame->heldOut->score, shown.heldOut->score);
        EXPECT_FLOAT_EQ(frame->heldOut->probability, shown.heldOut->probability);
        // All epochs have the same number of steps; the last frame belongs to the last step.
        const auto steps = static_cast<std::int64_t>(RunStore(m_workspace).steps(run.id).size());
        EXPECT_EQ(m_timelines.snapshot(run.id, user, 3)->step, steps);
        EXPECT_EQ(m_timelines.snapshot(run.id, user, 1)->step, steps / 3);
        EXPECT_NE(m_timelines.snapshot(run.id, user, 1)->weights, m_timelines.snapshot(run.id, user, 3)->weights);
    }
    EXPECT_FALSE(m_timelines.snapshot(run.id, 3, 4));
}

TEST_P(TimelineTest, PinningChangesNeitherLossNorMrr) {
    const RunRecord without = trained(2);
    m_timelines.pin(m_dataset, 3);
    const RunRecord with = trained(2);
    EXPECT_TRUE(m_timelines.epochs(without.id, 3).empty());
    EXPECT_EQ(RunStore(m_workspace).epochs(with.id).back().loss, RunStore(m_workspace).epochs(without.id).back().loss);
    EXPECT_EQ(with.test->mrr, without.test->mrr);
}

TEST_P(TimelineTest, LimitsTheNumberOfPinnedUsers) {
    for (std::int32_t user = 0; user < static_cast<std::int32_t>(TimelineStore::kMaxPinned); ++user)
        m_timelines.pin(m_dataset, user);
    m_timelines.pin(m_dataset, 0);  // pinned already: does not count twice
    EXPECT_THROW(m_timelines.pin(m_dataset, 30), Error);
    m_timelines.unpin(m_dataset, 2);
    m_timelines.pin(m_dataset, 30);
    EXPECT_EQ(m_timelines.pinned(m_dataset).size(), TimelineStore::kMaxPinned);
    EXPECT_EQ(m_timelines.pinned(m_dataset).back(), 30);
}

TEST_P(TimelineTest, AFrameWithoutAHeldOutItemIsReadBackWithoutOne) {
    const RunRecord run = trained(1);
    EpochSnapshot snapshot;
    snapshot.epoch = 1;
    snapshot.user = 5;
    snapshot.positions = {1, 2};
    snapshot.layers = snapshot.heads = 1;
    snapshot.weights = {1, 0, 0.5F, 0.5F};
    m_timelines.record(run.id, std::vector<EpochSnapshot>{snapshot});
    const auto frame = m_timelines.snapshot(run.id, 5, 1);
    ASSERT_TRUE(frame);
    EXPECT_FALSE(frame->heldOut);
    EXPECT_EQ(frame->step, 0);
    EXPECT_TRUE(frame->top.empty());
}

TEST_P(TimelineTest, IsRemovedWithItsRun) {
    m_timelines.pin(m_dataset, 3);
    const RunRecord run = trained(1);
    RunStore(m_workspace).remove(run.id);
    EXPECT_TRUE(m_timelines.users(run.id).empty());
}

INSTANTIATE_TEST_SUITE_P(Both, TimelineTest, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
