// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the GPU's training code on the CPU: batches of one shape, and whole steps that are recorded and replayed.
#include <gtest/gtest.h>

#include <map>

#include "../learn_support.h"
#include "../support/random_histories.h"
#include "core/batch/device_batches.h"
#include "core/models/transformer/graphed_step.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/util/random.h"

#include "core/models/transformer/transformer_config.h"
#include "tests/core/support/sequence_models.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 37;
constexpr double kTolerance = 2e-5;  // relative to the largest number of a tensor; a wrong formula errs by 1e-2 or more

struct Case {
    const char* name;
    const char* model;
    std::map<std::string, std::string> changes;
};

class DeviceTraining : public testing::TestWithParam<Case> {
protected:
    DeviceTraining()
        : m_histories(randomHistories(/*users=*/40, 2, 25, kItems, /*seed=*/5)),
          m_config(smallConfig(GetParam().model)) {
        transformerOf(m_config).maxLength = 15;
        transformerOf(m_config).hiddenDropout = transformerOf(m_config).attentionDropout = 0;
        for (const auto& [key, value] : GetParam().changes) setConfigValue(m_config, key, value);
        m_model = makeSequenceModel(m_config, kItems);
        m_host.emplace(m_histories, batchRulesOf(m_config, m_model->task()), /*microBatchTokens=*/90);
        m_device.emplace(*m_host, m_histories, batchRulesOf(m_config, m_model->task()), torch::kCPU);
    }
    Histories m_histories;
    RunConfig m_config;
    std::shared_ptr<SequenceModel> m_model;
    std::optional<TrainingBatches> m_host;
    std::optional<DeviceBatches> m_device;
};

TEST_P(DeviceTraining, LossAndGradientsEqualThoseOfTheHostsBatches) {
    m_host->startEpoch(1);
    m_device->startEpoch();
    TorchGradients gradients(*m_model, m_config);
    for (std::int64_t i = 0; i < m_host->batchesPerEpoch(); ++i) {
        const double expected = gradients.compute(m_host->batch(i), {}, {})->item<double>();
        std::map<std::string, torch::Tensor> host;
        for (const auto& parameter : m_model->named_parameters())
            host[parameter.key()] = parameter.value().grad().clone();
        EXPECT_NEAR(gradients.compute(m_device->batch(i), {}, {})->item<double>(), expected, kTolerance * expected);
        for (const auto& parameter : m_model->named_parameters()) {
            const torch::Tensor& reference = host.at(parameter.key());
            const double largest = std::max(1e-3, reference.abs().max().item<double>());
            EXPECT_LE((parameter.value().grad() - reference).abs().max().item<double>(), kTolerance * largest)
                << parameter.key();
        }
    }
}

/// Replays the recorded work, and counts warm-ups, recordings and replays.
struct RecordedWork : WorkGraph {
    struct Counts {
        int warmUps = 0, recordings = 0, replays = 0;
    };
    RecordedWork(Counts& counts, bool canRecord) : m_counts(counts), m_canRecord(canRecord) {}
    void warmUp(const Work& work) override {
        ++m_counts.warmUps;
        work();
    }
    void record(const Work& work) override {
        ++m_counts.recordings;
        if (!m_canRecord) throw std::runtime_error("operation not permitted\nCompile with …");
        m_work = work;
    }
    void replay() override {
        ++m_counts.replays;
        m_work();
    }

private:
    Counts& m_counts;
    bool m_canRecord;
    Work m_work;
};

/// The losses of two epochs. If `graphed`, full batches use a graphed step; otherwise all batches run without a graph.
std::vector<double> lossesOfTwoEpochs(const RunConfig& config, const Histories& histories, bool graphed, bool canRecord,
                                      RecordedWork::Counts& counts) {
    const auto model = makeSequenceModel(config, kItems);
    TrainingBatches host(histories, batchRulesOf(config, model->task()), /*microBatchTokens=*/90);
    DeviceBatches batches(host, histories, batchRulesOf(config, model->task()), torch::kCPU);
    TorchGradients gradients(*model, config);
    Adam optimizer(model->named_parameters(), config.training);
    GraphedStep step(gradients, optimizer, std::make_unique<RecordedWork>(counts, canRecord));
    std::vector<torch::Tensor> losses;  // read at the end: a later step must not change an earlier loss
    std::uint64_t seed = 0;
    for (std::int64_t epoch = 1; epoch <= 2; ++epoch) {
        host.startEpoch(epoch);
        batches.startEpoch();
        for (std::int64_t i = 0; i < host.batchesPerEpoch(); ++i) {
            const TrainingBatch batch = batches.batch(i);
            const double learningRate = 1e-2 / static_cast<double>(++seed);
            if (graphed && batch.sequences == config.training.batchSize) {
                losses.push_back(step.run(batch.microBatches[0], learningRate, seed));
                continue;
            }
            losses.push_back(*gradients.compute(batch, std::vector{seed}, {}));
            gradients.clip();
            optimizer.startStep(learningRate);
            optimizer.finishStep();
        }
    }
    if (graphed) {
        EXPECT_EQ(step.state(), canRecord ? GraphedStep::State::Recorded : GraphedStep::State::Failed);
        EXPECT_EQ(step.failure(), canRecord ? "" : "operation not permitted");
    }
    std::vector<double> read;
    for (const torch::Tensor& loss : losses) read.push_back(loss.item<double>());
    return read;
}

TEST_P(DeviceTraining, AGraphedStepEqualsAPlainStep) {
    transformerOf(m_config).hiddenDropout = transformerOf(m_config).attentionDropout = 0.2;
    m_config.training.batchSize = 6;
    RecordedWork::Counts counts, failureCounts, unusedCounts;
    const std::vector<double> expected = lossesOfTwoEpochs(m_config, m_histories, false, true, unusedCounts);
    EXPECT_EQ(lossesOfTwoEpochs(m_config, m_histories, /*graphed=*/true, /*canRecord=*/true, counts), expected);
    EXPECT_EQ(counts.warmUps, 3);
    EXPECT_EQ(counts.recordings, 1);
    EXPECT_GE(counts.replays, 6);
    EXPECT_EQ(lossesOfTwoEpochs(m_config, m_histories, /*graphed=*/true, /*canRecord=*/false, failureCounts), expected);
    EXPECT_EQ(failureCounts.recordings, 1);
    EXPECT_EQ(failureCounts.replays, 0);
}

INSTANTIATE_TEST_SUITE_P(
    All, DeviceTraining,
    testing::Values(
        Case{"bert4rec", "bert4rec", {}},
        Case{
            "bert4rec_bert_windows", "bert4rec", {{"mask_policy", "bert"}, {"window_step", "5"}, {"mask_copies", "2"}}},
        Case{"bert4rec_one_mask", "bert4rec", {{"masked_items", "1"}}},
        Case{"bert4rec_sampled", "bert4rec", {{"loss", "sampled_ce"}, {"negatives", "9"}, {"negatives_per", "batch"}}},
        Case{"bert4rec_oldest", "bert4rec", {{"positions", "oldest"}}}, Case{"sasrec_ce", "sasrec", {{"loss", "ce"}}},
        Case{"sasrec_bce", "sasrec", {}}, Case{"sasrec_gbce", "sasrec", {{"loss", "gbce"}, {"negatives", "5"}}},
        Case{"sasrec_sampled",
             "sasrec",
             {{"loss", "sampled_ce"}, {"negatives", "9"}, {"negatives_per", "batch"}, {"negatives_from", "all"}}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace recscope
