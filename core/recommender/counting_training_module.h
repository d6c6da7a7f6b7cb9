// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/config/run_config.h"
#include "core/recommender/training_module.h"
#include "core/sequence/histories.h"

namespace recscope {

/// Trains a model that only counts interactions (such as popularity) in one pass: one epoch of one step.
class CountingTrainingModule : public TrainingModule {
public:
    /// Counts the interactions of the training parts and returns the loss in nats.
    using Count = std::function<double(const Histories&, const std::stop_token&)>;
    explicit CountingTrainingModule(Count count) : m_count(std::move(count)) {}

    void setTrainingData(const Histories& histories) override { m_histories = &histories; }
    std::int64_t samples() const override;
    std::int64_t stepsPerEpoch() const override { return 1; }
    void startEpoch(std::int64_t, std::int64_t) override {}
    std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) override;
    std::vector<StepLoss> takeLosses(bool all) override;
    DeviceFacts device() const override { return cpuFacts(/*threads=*/1); }

private:
    Count m_count;
    const Histories* m_histories = nullptr;
    std::vector<StepLoss> m_losses;
};

/// The config of a counting model: one epoch; its only config keys are those of the split.
RunConfig countedConfig(const std::string& model);

}  // namespace recscope
