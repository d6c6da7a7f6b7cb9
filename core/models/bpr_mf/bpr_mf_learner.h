// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/models/bpr_mf/bpr_mf.h"
#include "core/models/bpr_mf/bpr_samples.h"
#include "core/recommender/learner.h"
#include "core/util/producer_thread.h"

namespace recscope {

/// Stochastic gradient descent, one sample after the other: only the three vectors of a sample are touched. A step of
/// the loop is a block of samples; a thread of its own draws the next blocks meanwhile.
class BprMfLearner : public Learner {
public:
    /// `model` must outlive this.
    BprMfLearner(BprMf& model, const RunConfig& config) : m_model(model), m_config(config), m_own(bprMfOf(config)) {}

    void learnFrom(const Histories& histories) override;
    std::int64_t samples() const override { return m_samples->count(); }
    std::int64_t stepsPerEpoch() const override { return m_samples->blocks(); }
    void startEpoch(std::int64_t epoch, std::int64_t firstStep) override;
    std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) override;
    std::vector<StepLoss> takeLosses(bool all) override;
    SafeTensors state() const override;
    void restore(const SafeTensors& /*state*/, std::int64_t /*steps*/) override {}
    std::string device() const override { return "cpu, 2 threads"; }

    /// One update. Its loss before it, without the decay: -log sigmoid of the difference of the two scores.
    float learn(const BprSample& sample, double learningRate);

private:
    BprMf& m_model;
    RunConfig m_config;
    BprMfConfig m_own;
    std::optional<BprSamples> m_samples;
    std::int64_t m_nextBlock = 0;
    std::vector<StepLoss> m_losses;
    static constexpr std::size_t kBlocksAhead = 4;
    std::unique_ptr<ProducerThread<std::vector<BprSample>, kBlocksAhead>> m_ahead;  ///< ends before m_samples
};

}  // namespace recscope
