// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/cause_card.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/explain/attention/agreement.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"

#include "../learn_support.h"

namespace recscope {
namespace {

/// Trains on ring histories. Each item of a user but the first is caused by the one before it; all items of user 1 are
/// noise.
class CauseCardTest : public testing::TestWithParam<const char*> {
protected:
    CauseCardTest() {
        NewDataset dataset;
        dataset.info = {.name = "caused",
                        .source = "test",
                        .format = "test",
                        .createdAt = {},
                        .importReport = "{}",
                        .settings = "{}",
                        .sampleFacts = "{}"};
        dataset.histories = ringHistories();
        for (std::int32_t user = 0; user < dataset.histories.userCount(); ++user) {
            dataset.userIds.push_back("u" + std::to_string(user));
            dataset.causes.emplace_back();
            for (std::int32_t at = 0; at < static_cast<std::int32_t>(dataset.histories.of(user).size()); ++at) {
                PlantedCause cause{.position = at, .pattern = Pattern::Start, .causes = {}};
                if (user == 1) cause.pattern = Pattern::Noise;
                if (user != 1 && at > 0) cause = {.position = at, .pattern = Pattern::Chain, .causes = {at - 1}};
                dataset.causes.back().push_back(cause);
            }
        }
        for (Token token = 1; token <= dataset.histories.itemCount; ++token)
            dataset.items.push_back({.token = token, .id = "i" + std::to_string(token), .title = {}, .genres = {}});
        RunConfig config = smallConfig(GetParam());
        TrainObserver observer;
        PauseSwitch pause;
        const DatasetId id = DatasetStore(m_workspace).add(dataset, {}).id;
        m_run = train(m_workspace, {.dataset = id, .config = config, .runName = "run", .device = DeviceChoice::Cpu},
                      observer, pause, {});
    }

    TemporaryWorkspace m_temporary;
    Workspace m_workspace = m_temporary.open();
    RunRecord m_run;
};

TEST_P(CauseCardTest, MeasuresAttentionAndEffectOfTheTrueCause) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    const Histories histories = DatasetStore(m_workspace).histories(m_run.dataset);
    const auto card = causeCard(inference, m_workspace, 0, Split::Test, RemovalKind::Deleted);
    ASSERT_TRUE(card);
    const auto input = histories.input(0, Split::Test);
    const auto cause = static_cast<std::int32_t>(input.size()) - 1;
    EXPECT_EQ(card->target, histories.target(0, Split::Test));
    EXPECT_EQ(card->pattern, Pattern::Chain);
    EXPECT_EQ(card->causesRead, std::vector<std::int32_t>{cause});
    const Explanation explanation = inference.explain(input, 0);
    ASSERT_EQ(card->heads.size(), 4u);
    for (const CauseMass& mass : card->heads) {
        const std::vector<float> weights = itemWeights(explanation, mass.head);
        EXPECT_NEAR(mass.mass, weights.back(), 1e-7);
        EXPECT_NEAR(mass.uniformMass, 1.0 / explanation.attention.size, 1e-12);
        EXPECT_EQ(mass.rank,
                  1 + std::count_if(weights.begin(), weights.end(), [&](float w) { return w > weights.back(); }));
    }
    const auto effects = inference.removalEffects(input, card->target);
    double inFavour = 0;
    std::int32_t rank = 1;
    for (const RemovalEffect& effect : effects) {
        inFavour += std::max(0.0F, effect.effect);
        rank += effect.effect > effects.back().effect;
    }
    EXPECT_NEAR(card->effect, effects.back().effect, 1e-6);
    EXPECT_NEAR(card->effectShare, std::max(0.0F, effects.back().effect) / inFavour, 1e-6);
    EXPECT_EQ(card->effectRank, rank);
}

TEST_P(CauseCardTest, HasNoHeadsForATargetThatNothingCaused) {
    const auto card =
        causeCard(InferenceSession::load(m_workspace, m_run.id), m_workspace, 1, Split::Test, RemovalKind::Deleted);
    ASSERT_TRUE(card);
    EXPECT_EQ(card->pattern, Pattern::Noise);
    EXPECT_TRUE(card->heads.empty());
}

INSTANTIATE_TEST_SUITE_P(Both, CauseCardTest, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
