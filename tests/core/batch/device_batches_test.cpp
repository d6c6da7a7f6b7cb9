// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that DeviceBatches, here on the CPU, makes exactly the same samples as TrainingBatches.
#include "core/batch/device_batches.h"
#include "core/recommender/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "../support/random_histories.h"

#include "core/models/transformer/transformer_config.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 40;

/// 149 users with 1…29 items each, which may repeat, and one user who has every item.
Histories raggedHistories() {
    Histories histories = randomHistories(/*users=*/149, 1, 29, kItems, /*seed=*/3);
    std::vector<Token> all(kItems + 2);
    std::iota(all.begin(), all.end(), kFirstItemToken);
    all[kItems] = all[kItems + 1] = 1;  // the last two items are held out
    histories.append(all);
    return histories;
}

/// The content of each row of a batch, independent of row order and padding: its tokens, then for each scored position
/// -1, the position (1: the newest), the target and the negatives. Each negative is followed by 1 if it is excluded and
/// else 0, unless the batch excludes none.
std::vector<std::vector<std::int64_t>> rowsOf(const TrainingBatch& batch) {
    std::vector<std::vector<std::int64_t>> rows;
    for (const MicroBatch& microBatch : batch.microBatches) {
        const std::int64_t B = microBatch.tokens.size(0), T = microBatch.tokens.size(1);
        const std::size_t first = rows.size();
        for (std::int64_t b = 0; b < B; ++b) {
            std::vector<std::int64_t>& row = rows.emplace_back();
            for (std::int64_t t = 0; t < T; ++t) {
                const auto token = microBatch.tokens[b][t].item<std::int64_t>();
                if (token != kPadToken) row.push_back(token);
            }
        }
        for (std::int64_t m = 0; m < microBatch.targets.size(0); ++m) {
            const auto target = microBatch.targets[m].item<std::int64_t>();
            if (target == kPadToken) continue;
            const auto position = microBatch.positions[m].item<std::int64_t>();
            std::vector<std::int64_t>& row = rows[first + static_cast<std::size_t>(position / T)];
            row.insert(row.end(), {-1, T - position % T, target});
            if (!microBatch.negatives.defined()) continue;
            const torch::Tensor negatives =
                microBatch.negatives.dim() == 2 ? microBatch.negatives[m] : microBatch.negatives;
            for (std::int64_t k = 0; k < negatives.size(0); ++k) {
                row.push_back(negatives[k].item<std::int64_t>());
                if (microBatch.excluded.defined()) row.push_back(microBatch.excluded[m][k].item<bool>() ? 1 : 0);
            }
        }
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

struct Case {
    const char* name;
    Task task;
    std::map<std::string, std::string> changes;
};

class DeviceBatchesTest : public testing::TestWithParam<Case> {
protected:
    DeviceBatchesTest() : m_histories(raggedHistories()) {
        transformerOf(m_config).maxLength = 12;
        m_config.training.batchSize = 64;
        transformerOf(m_config).cloze.maskProbability = 0.3;
        for (const auto& [key, value] : GetParam().changes) setConfigValue(m_config, key, value);
    }
    Histories m_histories;
    RunConfig m_config = defaultConfig(GetParam().task == Task::Cloze ? "bert4rec" : "sasrec");
};

TEST_P(DeviceBatchesTest, HaveTheSameSamplesAsTheHostBatches) {
    const Task task = GetParam().task;
    TrainingBatches host(m_histories, batchRulesOf(m_config, task), /*microBatchTokens=*/200);
    ASSERT_TRUE(DeviceBatches::supports(host, m_histories, batchRulesOf(m_config, task)));
    DeviceBatches device(host, m_histories, batchRulesOf(m_config, task), torch::kCPU);
    for (std::int64_t epoch = 1; epoch <= 3; ++epoch) {
        host.startEpoch(epoch);
        device.startEpoch();
        for (std::int64_t i = 0; i < host.batchesPerEpoch(); ++i) {
            const TrainingBatch expected = host.batch(i), actual = device.batch(i);
            ASSERT_EQ(actual.microBatches.size(), 1u);
            ASSERT_EQ(actual.sequences, expected.sequences);
            EXPECT_EQ(actual.microBatches[0].scored.item<std::int64_t>(), expected.scored);
            EXPECT_EQ(rowsOf(actual), rowsOf(expected)) << "epoch " << epoch << ", batch " << i;
        }
    }
}

TEST_P(DeviceBatchesTest, FullBatchesHaveOneShape) {
    const Task task = GetParam().task;
    TrainingBatches host(m_histories, batchRulesOf(m_config, task), /*microBatchTokens=*/200);
    DeviceBatches device(host, m_histories, batchRulesOf(m_config, task), torch::kCPU);
    host.startEpoch(1);
    device.startEpoch();
    const MicroBatch first = device.batch(0).microBatches[0];
    const std::int64_t last = host.batchesPerEpoch() - 1;
    ASSERT_LT(device.batch(last).sequences, m_config.training.batchSize);
    for (std::int64_t i = 1; i < last; ++i) {
        const MicroBatch microBatch = device.batch(i).microBatches[0];
        EXPECT_EQ(microBatch.tokens.sizes(), first.tokens.sizes());
        EXPECT_EQ(microBatch.positions.sizes(), first.positions.sizes());
        EXPECT_EQ(microBatch.targets.sizes(), first.targets.sizes());
        if (first.negatives.defined()) {
            EXPECT_EQ(microBatch.negatives.sizes(), first.negatives.sizes());
        }
        EXPECT_LT(microBatch.positions.max().item<std::int64_t>(), microBatch.tokens.numel());
    }
}

// "all_shorter": no history reaches max_length. "shared": all positions of a batch share its negatives.
INSTANTIATE_TEST_SUITE_P(
    All, DeviceBatchesTest,
    testing::Values(
        Case{"cloze", Task::Cloze, {}}, Case{"cloze_no_last", Task::Cloze, {{"last_item_share", "0"}}},
        Case{"cloze_half_last", Task::Cloze, {{"last_item_share", "0.5"}}},
        Case{"cloze_last_alone", Task::Cloze, {{"last_item_share", "1"}}},
        Case{"cloze_one_mask", Task::Cloze, {{"masked_items", "1"}}},
        Case{"cloze_five_masks", Task::Cloze, {{"masked_items", "5"}, {"last_item_share", "0"}}},
        Case{"cloze_all_masked", Task::Cloze, {{"masked_items", "12"}, {"mask_policy", "bert"}}},
        Case{"cloze_hardly_any", Task::Cloze, {{"mask_probability", "0.02"}}},
        Case{"cloze_nearly_all", Task::Cloze, {{"mask_probability", "0.9"}}},
        Case{"cloze_bert", Task::Cloze, {{"mask_policy", "bert"}}},
        Case{"cloze_windows", Task::Cloze, {{"window_step", "4"}, {"mask_copies", "3"}, {"mask_policy", "bert"}}},
        Case{"cloze_all_shorter", Task::Cloze, {{"max_length", "200"}}},
        Case{"cloze_shared", Task::Cloze, {{"loss", "sampled_ce"}, {"negatives", "9"}, {"negatives_per", "batch"}}},
        Case{"cloze_negatives", Task::Cloze, {{"loss", "sampled_ce"}, {"negatives", "4"}, {"last_item_share", "0.3"}}},
        Case{"next", Task::NextItem, {}}, Case{"next_all_shorter", Task::NextItem, {{"max_length", "200"}}},
        Case{"next_windows", Task::NextItem, {{"window_step", "5"}}},
        Case{"next_bce", Task::NextItem, {{"loss", "bce"}}},
        Case{"next_gbce", Task::NextItem, {{"loss", "gbce"}, {"negatives", "7"}, {"window_step", "5"}}},
        Case{"next_shared",
             Task::NextItem,
             {{"loss", "sampled_ce"}, {"negatives", "9"}, {"negatives_per", "batch"}, {"negatives_from", "all"}}},
        Case{"next_shared_unseen",
             Task::NextItem,
             {{"loss", "sampled_ce"}, {"negatives", "9"}, {"negatives_per", "batch"}}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(DeviceBatches, DoNotSupportSomeNegativesAndTooLargeBatches) {
    const Histories histories = raggedHistories();
    RunConfig config = defaultConfig("sasrec");
    transformerOf(config).maxLength = 12;
    config.loss.kind = LossKind::BinaryCrossEntropy;
    const auto supported = [&] {
        const TrainingBatches host(histories, batchRulesOf(config, Task::NextItem), 200);
        return DeviceBatches::supports(host, histories, batchRulesOf(config, Task::NextItem));
    };
    EXPECT_TRUE(supported());
    config.loss.negativesFrom = NegativesFrom::All;
    EXPECT_FALSE(supported());
    config.loss.negativesPer = NegativesPer::Batch;
    EXPECT_TRUE(supported());
    config.training.batchSize = (1 << 19) / 12 + 1;  // more than 2^19 positions
    EXPECT_FALSE(supported());
    config.training.batchSize = 1024;
    config.loss.negativesFrom = NegativesFrom::Unseen;
    config.loss.negativesPer = NegativesPer::Position;
    config.loss.negatives = 10'000;
    EXPECT_FALSE(supported());
}

}  // namespace
}  // namespace recscope
