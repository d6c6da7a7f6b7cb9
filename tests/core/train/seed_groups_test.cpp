// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/seed_groups.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/recommender/registry.h"

namespace recscope {
namespace {

RunRecord finished(RunId id, std::uint64_t seed, double ndcg10, std::int64_t epochs = 20) {
    RunConfig config = defaultConfig("bert4rec");
    config.training.seed = seed;
    config.training.epochs = epochs;
    RunRecord run;
    run.id = id;
    run.dataset = 1;
    run.config = config.toJson();
    run.state = RunState::Finished;
    run.test = Metrics{};
    run.test->ndcg10 = ndcg10;
    return run;
}

TEST(SeedGroups, ContainRunsThatDifferOnlyInTheirSeed) {
    const std::vector<RunRecord> runs = {finished(5, 3, 0.3), finished(4, 2, 0.2), finished(3, 1, 0.1),
                                         finished(2, 4, 0.9, /*epochs=*/7)};
    const auto groups = seedGroups(runs);
    ASSERT_EQ(groups.size(), 1u);
    ASSERT_EQ(groups[0].runs.size(), 3u);
    EXPECT_EQ(groups[0].runs.front().id, 3);
    EXPECT_NEAR(groups[0].ndcg10.mean, 0.2, 1e-12);
    EXPECT_NEAR(groups[0].ndcg10.deviation, 0.1, 1e-12);  // the sample standard deviation
}

TEST(SeedGroups, CountASeedOnceAndUnfinishedRunsNotAtAll) {
    std::vector<RunRecord> runs = {finished(1, 1, 0.1), finished(2, 1, 0.3), finished(3, 2, 0.5)};
    runs[2].state = RunState::Stopped;
    EXPECT_TRUE(seedGroups(runs).empty());
    runs[2].state = RunState::Finished;
    const auto groups = seedGroups(runs);
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_NEAR(groups[0].ndcg10.mean, 0.4, 1e-12);  // mean of 0.3 (the newer run with seed 1) and 0.5
}

}  // namespace
}  // namespace recscope
