// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/training_batches.h"

#include "core/batch/device_batches.h"
#include "core/recommender/registry.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "../learn_support.h"
#include "core/batch/inputs.h"
#include "core/sequence/split.h"

#include "core/models/transformer/transformer_config.h"

namespace recscope {
namespace {

constexpr std::int64_t kOneMicroBatch = 1 << 20;

/// 200 users with 3…29 of the items 1…30 each, in random order. No user has an item twice, so a masked target must not
/// occur anywhere else in its row.
Histories longHistories() {
    Histories histories;
    histories.itemCount = 30;
    Random random({3});
    for (int user = 0; user < 200; ++user) {
        std::vector<Token> items(30);
        for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<Token>(i) + 1;
        random.shuffle(std::span(items));
        items.resize(3 + random.below(27));
        histories.append(items);
    }
    return histories;
}

RunConfig clozeConfig() {
    RunConfig config = defaultConfig("bert4rec");
    transformerOf(config).maxLength = 12;
    config.training.batchSize = 64;
    transformerOf(config).cloze.maskProbability = 0.3;
    transformerOf(config).cloze.lastItemShare = 0;
    return config;
}

/// Calls visit(tokens of the row with its padding, index of the scored position in the row, target).
template <class Visit>
void forEachScored(const TrainingBatches& batches, Visit visit) {
    for (std::int64_t i = 0; i < batches.batchesPerEpoch(); ++i) {
        for (const MicroBatch& microBatch : batches.batch(i).microBatches) {
            const std::int64_t T = microBatch.tokens.size(1);
            for (std::int64_t m = 0; m < microBatch.targets.size(0); ++m) {
                const auto position = microBatch.positions[m].item<std::int64_t>();
                const torch::Tensor row = microBatch.tokens[position / T];
                visit(row, position % T, microBatch.targets[m].item<std::int64_t>());
            }
        }
    }
}

TEST(ClozeBatches, AMaskedTargetNeverAppearsInTheInput) {
    const Histories histories = longHistories();
    TrainingBatches batches(histories, batchRulesOf(clozeConfig(), Task::Cloze), kOneMicroBatch);
    batches.startEpoch(1);
    int scored = 0;
    forEachScored(batches, [&](const torch::Tensor& row, std::int64_t t, std::int64_t target) {
        EXPECT_EQ(row[t].item<std::int64_t>(), maskToken(histories.itemCount));
        EXPECT_FALSE(row.eq(target).any().item<bool>());  // no history has an item twice
        ++scored;
    });
    EXPECT_GT(scored, 400);
}

TEST(ClozeBatches, HeldOutItemsAreNeverTargets) {
    Histories histories;
    histories.itemCount = 9;
    for (int user = 0; user < 50; ++user) histories.append(std::vector<Token>{1, 2, 3, 4, 8, 9});
    TrainingBatches batches(histories, batchRulesOf(clozeConfig(), Task::Cloze), kOneMicroBatch);
    batches.startEpoch(1);
    forEachScored(batches, [](const torch::Tensor& row, std::int64_t, std::int64_t target) {
        EXPECT_LT(target, 8);
        EXPECT_FALSE(row.eq(8).logical_or(row.eq(9)).any().item<bool>());
    });
}

TEST(ClozeBatches, MaskTheConfiguredShareOfThePositions) {
    const Histories histories = longHistories();
    RunConfig config = clozeConfig();
    TrainingBatches batches(histories, batchRulesOf(config, Task::Cloze), kOneMicroBatch);
    std::int64_t masked = 0, real = 0;
    for (std::int64_t epoch = 1; epoch <= 10; ++epoch) {
        batches.startEpoch(epoch);
        for (std::int64_t i = 0; i < batches.batchesPerEpoch(); ++i) {
            for (const MicroBatch& microBatch : batches.batch(i).microBatches) {
                // A row without a mask gets one. Only full rows are counted, because they rarely need this.
                const torch::Tensor isLong = microBatch.tokens.ne(kPadToken).sum(1).eq(transformerOf(config).maxLength);
                masked += microBatch.tokens.eq(maskToken(30)).sum(1).mul(isLong).sum().item<std::int64_t>();
                real += isLong.sum().item<std::int64_t>() * transformerOf(config).maxLength;
            }
        }
    }
    const double n = static_cast<double>(real);
    // With probability 0.7^12 = 1.38 %, no position of a full row (12 items) is drawn, and one is masked all the same.
    // The share is therefore 0.0138 / 12 = 0.0012 above mask_probability (0.3).
    EXPECT_NEAR(static_cast<double>(masked) / n, 0.3 + 0.0138 / 12, 4 * std::sqrt(0.3 * 0.7 / n));
}

TEST(ClozeBatches, LastItemSamplesMaskOnlyTheLastItem) {
    RunConfig config = clozeConfig();
    transformerOf(config).cloze.lastItemShare = 1;
    const Histories histories = longHistories();
    TrainingBatches batches(histories, batchRulesOf(config, Task::Cloze), kOneMicroBatch);
    batches.startEpoch(1);
    const TrainingBatch batch = batches.batch(0);
    EXPECT_EQ(batch.scored, batch.sequences);
    forEachScored(batches,
                  [](const torch::Tensor& row, std::int64_t t, std::int64_t) { EXPECT_EQ(t, row.size(0) - 1); });
}

TEST(ClozeBatches, MaskedItemsIsTheNumberOfMasksAtEquallyLikelyPositions) {
    RunConfig config = clozeConfig();
    const Histories histories = longHistories();
    for (const std::int64_t k : {1, 3}) {
        transformerOf(config).cloze.maskedItems = k;
        TrainingBatches batches(histories, batchRulesOf(config, Task::Cloze), kOneMicroBatch);
        std::map<std::int64_t, double> counts;  // masks at each position, in rows of the full length 12
        double rows = 0;
        for (std::int64_t epoch = 1; epoch <= 20; ++epoch) {
            batches.startEpoch(epoch);
            for (std::int64_t i = 0; i < batches.batchesPerEpoch(); ++i) {
                for (const MicroBatch& microBatch : batches.batch(i).microBatches) {
                    const torch::Tensor lengths = microBatch.tokens.ne(kPadToken).sum(1);
                    const torch::Tensor masked = microBatch.tokens.eq(maskToken(30)).sum(1);
                    EXPECT_TRUE(masked.eq(lengths.clamp_max(k)).all().item<bool>());
                    rows += lengths.eq(transformerOf(config).maxLength).sum().item<double>();
                }
            }
            forEachScored(batches, [&](const torch::Tensor& row, std::int64_t t, std::int64_t) {
                if (row[0].item<std::int64_t>() != kPadToken && row.size(0) == transformerOf(config).maxLength)
                    ++counts[t];
            });
        }
        ASSERT_EQ(counts.size(), 12u);
        const double share = static_cast<double>(k) / 12;
        // The counts are binomial. At four standard deviations, the twelve comparisons fail for one seed in a thousand,
        // and the seed is fixed.
        for (const auto& [position, count] : counts)
            EXPECT_NEAR(count / rows, share, 4 * std::sqrt(share * (1 - share) / rows)) << position;
    }
}

TEST(ClozeBatches, BertPolicyMasksEightyReplacesTenAndKeepsTenPercent) {
    RunConfig config = clozeConfig();
    transformerOf(config).cloze.maskPolicy = MaskPolicy::Bert;
    const Histories histories = longHistories();
    TrainingBatches batches(histories, batchRulesOf(config, Task::Cloze), kOneMicroBatch);
    std::map<std::string, int> counts;
    int n = 0;
    for (std::int64_t epoch = 1; epoch <= 10; ++epoch) {
        batches.startEpoch(epoch);
        forEachScored(batches, [&](const torch::Tensor& row, std::int64_t t, std::int64_t target) {
            const auto token = row[t].item<std::int64_t>();
            ++counts[token == maskToken(30) ? "mask" : token == target ? "kept" : "random"];
            ++n;
        });
    }
    EXPECT_NEAR(counts["mask"] / static_cast<double>(n), 0.8, 0.03);
    EXPECT_NEAR(counts["random"] / static_cast<double>(n), 0.1 * 29 / 30, 0.02);
    EXPECT_NEAR(counts["kept"] / static_cast<double>(n), 0.1 + 0.1 / 30, 0.02);
}

TEST(ClozeBatches, MasksDifferInEachEpoch) {
    const Histories histories = longHistories();
    TrainingBatches batches(histories, batchRulesOf(clozeConfig(), Task::Cloze), kOneMicroBatch);
    const auto maskedTargets = [&](std::int64_t epoch) {
        batches.startEpoch(epoch);
        std::multiset<std::int64_t> targets;
        forEachScored(batches,
                      [&](const torch::Tensor&, std::int64_t, std::int64_t target) { targets.insert(target); });
        return targets;
    };
    EXPECT_NE(maskedTargets(1), maskedTargets(2));
    EXPECT_EQ(maskedTargets(1), maskedTargets(1));
}

TEST(NextItemBatches, EachPositionPredictsTheItemAfterIt) {
    Histories histories;
    histories.itemCount = 9;
    histories.append(std::vector<Token>{1, 2, 3, 4, 5, 8, 9});  // training part 1…5
    RunConfig config = clozeConfig();
    transformerOf(config).maxLength = 3;
    TrainingBatches batches(histories, batchRulesOf(config, Task::NextItem), kOneMicroBatch);
    batches.startEpoch(1);
    const MicroBatch microBatch = batches.batch(0).microBatches.at(0);
    EXPECT_TRUE(torch::equal(microBatch.tokens, torch::tensor({{2, 3, 4}}, torch::kLong)));
    EXPECT_TRUE(torch::equal(microBatch.targets, torch::tensor({3, 4, 5}, torch::kLong)));
}

TEST(NextItemBatches, WithoutTheNewestTargetEveryTargetIsAlsoAnInput) {
    Histories histories;
    histories.itemCount = 9;
    histories.append(std::vector<Token>{1, 2, 3, 4, 5, 8, 9});  // training part 1…5
    RunConfig config = clozeConfig();
    transformerOf(config).maxLength = 3;
    transformerOf(config).newestTarget = false;
    const BatchRules rules = batchRulesOf(config, Task::NextItem);
    TrainingBatches batches(histories, rules, kOneMicroBatch);
    batches.startEpoch(1);
    const MicroBatch microBatch = batches.batch(0).microBatches.at(0);
    EXPECT_TRUE(torch::equal(microBatch.tokens, torch::tensor({{3, 4, 5}}, torch::kLong)));
    EXPECT_TRUE(torch::equal(microBatch.positions, torch::tensor({0, 1}, torch::kLong)));
    EXPECT_TRUE(torch::equal(microBatch.targets, torch::tensor({4, 5}, torch::kLong)));
    EXPECT_FALSE(DeviceBatches::supports(batches, histories, rules)) << "on a GPU, the host's batches are used";
}

TEST(NextItemBatches, NegativesAreNeverTrainingItemsOfTheUser) {
    const Histories histories = longHistories();
    RunConfig config = clozeConfig();
    config.loss.kind = LossKind::BinaryCrossEntropy;
    config.loss.negatives = 3;
    TrainingBatches batches(histories, batchRulesOf(config, Task::NextItem), kOneMicroBatch);
    batches.startEpoch(1);
    for (std::int64_t i = 0; i < batches.batchesPerEpoch(); ++i) {
        for (const MicroBatch& microBatch : batches.batch(i).microBatches) {
            const std::int64_t T = microBatch.tokens.size(1);
            ASSERT_EQ(microBatch.negatives.size(1), 3);
            for (std::int64_t m = 0; m < microBatch.targets.size(0); ++m) {
                const torch::Tensor row = microBatch.tokens[microBatch.positions[m].item<std::int64_t>() / T];
                for (std::int64_t k = 0; k < 3; ++k)
                    EXPECT_FALSE(row.eq(microBatch.negatives[m][k]).any().item<bool>());
            }
        }
    }
}

TEST(ClozeBatches, WindowsCoverALongHistoryAndCopiesHaveDifferentMasks) {
    Histories histories;
    histories.itemCount = 30;
    std::vector<Token> items(20);
    std::iota(items.begin(), items.end(), 1);
    histories.append(items);  // training part 1…18
    RunConfig config = clozeConfig();
    transformerOf(config).maxLength = 8;
    transformerOf(config).windowStep = 4;
    transformerOf(config).cloze.maskCopies = 2;
    transformerOf(config).cloze.lastItemShare = 1;
    TrainingBatches batches(histories, batchRulesOf(config, Task::Cloze), kOneMicroBatch);
    EXPECT_EQ(batches.sequences(), 8);  // windows that begin with 11, 7, 3 and 1, twice each
    batches.startEpoch(1);
    std::multiset<std::int64_t> targets;
    forEachScored(batches, [&](const torch::Tensor&, std::int64_t, std::int64_t target) { targets.insert(target); });
    EXPECT_EQ(targets, (std::multiset<std::int64_t>{8, 8, 10, 10, 14, 14, 18, 18}));
    transformerOf(config).cloze.lastItemShare = 0;
    transformerOf(config).windowStep = 0;
    transformerOf(config).cloze.maskCopies = 20;
    TrainingBatches copies(histories, batchRulesOf(config, Task::Cloze), kOneMicroBatch);
    copies.startEpoch(1);
    EXPECT_EQ(copies.sequences(), 20);
    std::set<std::int64_t> masked;
    forEachScored(copies, [&](const torch::Tensor&, std::int64_t t, std::int64_t) { masked.insert(t); });
    EXPECT_EQ(masked.size(), 8u);  // every position is masked in at least one of the 20 copies, so the copies differ
}

TEST(NextItemBatches, AnyItemButTheTargetMayBeANegativeIfSoConfigured) {
    Histories histories;
    histories.itemCount = 4;
    for (int user = 0; user < 20; ++user) histories.append(std::vector<Token>{1, 2, 1, 2, 1, 3, 4});
    RunConfig config = clozeConfig();
    config.loss.kind = LossKind::BinaryCrossEntropy;
    config.loss.negatives = 5;
    config.loss.negativesFrom = NegativesFrom::All;
    TrainingBatches batches(histories, batchRulesOf(config, Task::NextItem), kOneMicroBatch);
    batches.startEpoch(1);
    std::set<std::int64_t> drawn;
    for (const MicroBatch& microBatch : batches.batch(0).microBatches) {
        EXPECT_FALSE(microBatch.negatives.eq(microBatch.targets.unsqueeze(1)).any().item<bool>());
        for (std::int64_t i = 0; i < microBatch.negatives.numel(); ++i)
            drawn.insert(microBatch.negatives.flatten()[i].item<std::int64_t>());
    }
    EXPECT_EQ(drawn, (std::set<std::int64_t>{1, 2, 3, 4}));  // "unseen" would give only 3 and 4
}

TEST(NextItemBatches, SharedNegativesAreDrawnOncePerBatchAndExcludeTheUsersItems) {
    const Histories histories = longHistories();
    RunConfig config = clozeConfig();
    config.loss.kind = LossKind::SampledCrossEntropy;
    config.loss.negatives = 12;
    config.loss.negativesPer = NegativesPer::Batch;
    for (const NegativesFrom from : {NegativesFrom::Unseen, NegativesFrom::All}) {
        config.loss.negativesFrom = from;
        TrainingBatches batches(histories, batchRulesOf(config, Task::NextItem), 100);
        batches.startEpoch(1);
        const TrainingBatch batch = batches.batch(0);
        ASSERT_GT(batch.microBatches.size(), 1u);
        EXPECT_FALSE(torch::equal(batch.microBatches[0].negatives, batches.batch(1).microBatches[0].negatives));
        std::int64_t excluded = 0;
        for (const MicroBatch& microBatch : batch.microBatches) {
            EXPECT_TRUE(torch::equal(microBatch.negatives, batch.microBatches[0].negatives));
            const torch::Tensor isTarget = microBatch.targets.unsqueeze(1).eq(microBatch.negatives);  // (M, k)
            EXPECT_FALSE(isTarget.logical_and(microBatch.excluded.logical_not()).any().item<bool>());
            excluded += microBatch.excluded.logical_and(isTarget.logical_not()).sum().item<std::int64_t>();
        }
        EXPECT_EQ(excluded > 0, config.loss.negativesFrom == NegativesFrom::Unseen);
    }
}

TEST(MicroBatches, HaveTheSameSamplesAtAnySize) {
    const Histories histories = longHistories();
    const auto targetsWith = [&](std::int64_t microBatchTokens) {
        TrainingBatches batches(histories, batchRulesOf(clozeConfig(), Task::Cloze), microBatchTokens);
        batches.startEpoch(1);
        std::vector<std::int64_t> targets;
        for (const MicroBatch& microBatch : batches.batch(0).microBatches) {
            EXPECT_TRUE(microBatch.tokens.numel() <= microBatchTokens || microBatch.tokens.size(0) == 1);
            for (std::int64_t m = 0; m < microBatch.targets.size(0); ++m)
                targets.push_back(microBatch.targets[m].item<std::int64_t>());
        }
        return targets;
    };
    EXPECT_EQ(targetsWith(kOneMicroBatch), targetsWith(40));
}

TEST(PredictionInput, ClozeKeepsOneFewerItemAndAppendsMask) {
    const std::vector<Token> history = {1, 2, 3, 4, 5};
    EXPECT_EQ(predictionInput(Task::Cloze, history, /*maxLength=*/4, /*itemCount=*/9),
              (std::vector<Token>{3, 4, 5, 10}));
    EXPECT_EQ(predictionInput(Task::NextItem, history, 4, 9), (std::vector<Token>{2, 3, 4, 5}));
    EXPECT_EQ(predictionInput(Task::Cloze, {}, 4, 9), (std::vector<Token>{10}));
    // RecBole's rule: the oldest item is dropped even where all items would fit.
    const auto leftOut = OldestItem::LeftOut;
    EXPECT_EQ(predictionInput(Task::Cloze, history, 4, 9, leftOut), (std::vector<Token>{3, 4, 5, 10}));
    EXPECT_EQ(predictionInput(Task::Cloze, history, 9, 9, leftOut), (std::vector<Token>{2, 3, 4, 5, 10}));
    EXPECT_EQ(predictionInput(Task::Cloze, std::vector<Token>{7}, 9, 9, leftOut), (std::vector<Token>{10}));
    EXPECT_EQ(predictionInput(Task::Cloze, {}, 4, 9, leftOut), (std::vector<Token>{10}));
}

}  // namespace
}  // namespace recscope
