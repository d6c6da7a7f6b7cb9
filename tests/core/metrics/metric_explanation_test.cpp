// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metric_explanation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/metrics/metrics.h"
#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {
namespace {

using Names = std::vector<std::string>;

// By hand: log2(2) = 1, log2(3) = 1.58496, log2(4) = 2, log2(11) = 3.45943.
TEST(MetricExplanation, WorksOutNdcgByHand) {
    EXPECT_NE(
        explainMetric("ndcg@10").find(
            "ranks 1, 2, 3 and 10 give 1.0000, 0.6309, 0.5000 and 0.2891; the mean of these four users is 0.6050"),
        std::string::npos);
    EXPECT_NE(explainMetric("ndcg@5").find("1.0000, 0.6309, 0.5000 and 0.0000; the mean of these four users is 0.5327"),
              std::string::npos);
}

TEST(MetricExplanation, WorksOutHitRateAndReciprocalRankByHand) {
    EXPECT_NE(explainMetric("hr@5").find("1.0000, 1.0000, 1.0000 and 0.0000; the mean of these four users is 0.7500"),
              std::string::npos);
    EXPECT_NE(explainMetric("hr@1").find("1.0000, 0.0000, 0.0000 and 0.0000; the mean of these four users is 0.2500"),
              std::string::npos);
    EXPECT_NE(explainMetric("mrr").find("1.0000, 0.5000, 0.3333 and 0.1000; the mean of these four users is 0.4833"),
              std::string::npos);
}

TEST(MetricExplanation, ExplainsEveryMetricWithItsComputedValue) {
    std::vector<UserRank> users;
    for (const std::int32_t rank : kExampleRanks)
        users.push_back({.user = int(users.size()), .target = kFirstItemToken, .rank = rank, .ties = 0});
    for (const auto& [name, mean] : metricsOf(users).named()) {
        const std::string text = explainMetric(name);
        EXPECT_NE(text.find("the mean of these four users is " + numberText(mean, 4) + "."), std::string::npos) << name;
        EXPECT_EQ(metricsNamedIn(text).front(), name);
    }
}

TEST(MetricExplanation, FindsTheMetricsThatATextNames) {
    EXPECT_EQ(metricsNamedIn("NDCG@10 test"), Names{"ndcg@10"});
    EXPECT_EQ(metricsNamedIn("Loss, NDCG@10 and HR@10 by epoch; again NDCG@10"), (Names{"ndcg@10", "hr@10"}));
    EXPECT_EQ(metricsNamedIn("HR@K for every K"), Names{"hr@10"});
    EXPECT_EQ(metricsNamedIn("MRR, Coverage@10"), (Names{"mrr", "coverage@10"}));
    EXPECT_EQ(metricsNamedIn("RECALL@7, MAP@20, POPULARITY_LIFT@10"),
              (Names{"recall@7", "map@20", "popularity_lift@10"}));
    EXPECT_NE(explainMetric("recall@7").find("among the first 7"), std::string::npos);
    EXPECT_NE(explainMetric("serendipity@10").find("Serendipity@10"), std::string::npos);
    EXPECT_TRUE(metricsNamedIn("Three@10 hours").empty());
    EXPECT_TRUE(metricsNamedIn("Epochs").empty());
}

TEST(MetricExplanation, AnUnknownMetricIsRefused) {
    EXPECT_THROW(explainMetric("hits@10"), Error);
    EXPECT_THROW(explainMetric("novelty@20"), Error);  // lists have ten items
}

}  // namespace
}  // namespace recscope
