// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/run_difference.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/explain/attention/average_attention.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "trained_run.h"

namespace recscope {
namespace {

/// A made-up explanation of a model that reads the newest `items` items of `history`; all weights differ.
Explanation madeUpExplanation(const std::vector<Token>& history, std::int32_t items, bool endsWithMask, float scale) {
    Explanation explanation;
    explanation.history = history;
    explanation.firstPosition = static_cast<std::int32_t>(history.size()) - items;
    const std::int32_t size = items + (endsWithMask ? 1 : 0);
    explanation.attention = {.layers = 1, .heads = 2, .size = size, .weights = {}};
    for (std::int32_t i = 0; i < 2 * size * size; ++i)
        explanation.attention.weights.push_back(scale * static_cast<float>(i + 1));
    return explanation;
}

const std::vector<Token> kHistory = {4, 7, 2, 9, 5};

TEST(RunDifference, SubtractsEqualItemsAndThePredictingRowsFromEachOther) {
    const Explanation masked = madeUpExplanation(kHistory, 5, /*endsWithMask=*/true, 0.01F);
    const Explanation causal = madeUpExplanation(kHistory, 5, /*endsWithMask=*/false, 0.001F);
    const AttentionView view = runDifference(masked, {0, 1}, causal, {0, 0});
    ASSERT_EQ(view.size, 6);
    // Attention to the newest item in the predicting row, which is the row of [MASK] in the first model and the row of
    // the newest item in the second.
    EXPECT_FLOAT_EQ(view.at(5, 4), masked.attention.at(0, 1, 5, 4) - causal.attention.at(0, 0, 4, 4));
    EXPECT_FLOAT_EQ(view.at(5, 0), masked.attention.at(0, 1, 5, 0) - causal.attention.at(0, 0, 4, 0));
    EXPECT_FLOAT_EQ(view.at(2, 3), masked.attention.at(0, 1, 2, 3) - causal.attention.at(0, 0, 1, 3));
    for (std::int32_t position = 0; position < 6; ++position) {
        EXPECT_TRUE(std::isnan(view.at(position, 5))) << "the other run has no [MASK]";
        EXPECT_TRUE(std::isnan(view.at(0, position))) << "the other run has one row fewer";
    }
    const AttentionView back = runDifference(causal, {0, 0}, masked, {0, 1});
    ASSERT_EQ(back.size, 5);
    EXPECT_FLOAT_EQ(back.at(4, 4), -view.at(5, 4));
    EXPECT_FLOAT_EQ(back.at(0, 0), -view.at(1, 0));
}

TEST(RunDifference, IsNanAtPositionsThatOnlyOneRunReads) {
    const Explanation longer = madeUpExplanation(kHistory, 5, false, 0.01F),
                      shorter = madeUpExplanation(kHistory, 3, false, 0.001F);
    const AttentionView view = runDifference(longer, {}, shorter, {});
    ASSERT_EQ(view.size, 5);
    for (std::int32_t row = 0; row < 5; ++row) {
        for (std::int32_t column = 0; column < 5; ++column)
            EXPECT_EQ(std::isnan(view.at(row, column)), row < 2 || column < 2);
    }
    EXPECT_FLOAT_EQ(view.at(2, 2), longer.attention.at(0, 0, 2, 2) - shorter.attention.at(0, 0, 0, 0));
    for (const float weight : runDifference(shorter, {}, longer, {}).weights) EXPECT_FALSE(std::isnan(weight));
}

TEST(RunDifference, RefusesDifferentHistoriesAndMissingHeads) {
    const Explanation first = madeUpExplanation(kHistory, 5, false, 1),
                      second = madeUpExplanation({1, 2, 3, 4, 5}, 5, false, 1);
    EXPECT_THROW(runDifference(first, {}, second, {}), Error);
    EXPECT_THROW(runDifference(first, {}, first, {0, 2}), Error);
    EXPECT_THROW(runDifference(first, {1, 0}, first, {}), Error);
}

TEST(AverageAttention, IsTheMeanOverTheStudiedUsers) {
    TrainedRun& trained = trainedRun("sasrec");
    const InferenceSession inference = InferenceSession::load(trained.workspace, trained.run.id);
    const Histories histories = DatasetStore(trained.workspace).histories(trained.run.dataset);
    const StudyOptions options{.users = 7, .seed = 2};
    std::int64_t lastDone = 0;
    const AttentionProfile profile = averageAttention(inference, histories, options,
                                                      [&](const Progress& progress) { lastDone = progress.done; }, {});
    EXPECT_EQ(profile.users(), 7);
    EXPECT_EQ(lastDone, 7);
    double sum = 0;
    for (const std::int32_t user : studiedUsers(histories, options)) {
        const AttentionMaps maps = inference.explain(histories.input(user, Split::Test), 0).attention;
        sum += static_cast<double>(maps.at(1, 1, maps.size - 1, maps.size - 2));
    }
    EXPECT_NEAR(profile.mean({1, 1}, 0, 1), sum / 7, 1e-9);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(averageAttention(inference, histories, options, {}, stop.get_token()), Error);
}

}  // namespace
}  // namespace recscope
