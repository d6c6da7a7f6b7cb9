// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/models/ncf/ncf.h"
#include "core/models/ncf/ncf_samples.h"
#include "core/models/pairwise/sample_training_module.h"

namespace recscope {

/// Divides the samples of an NCF model into blocks, in an order that is a function of (seed, epoch).
class NcfBlocks {
public:
    using Sample = NcfSample;

    NcfBlocks(const Histories& histories, const RunConfig& config);

    std::int64_t count() const { return m_samples.count(); }
    std::int64_t blocks() const { return (count() + kBlock - 1) / kBlock; }
    void startEpoch(std::int64_t epoch);
    std::vector<NcfSample> draw(std::int64_t block) const;

private:
    static constexpr std::int64_t kBlock = 1 << 14;  ///< number of samples that are drawn together

    NcfSamples m_samples;
    std::uint64_t m_seed;
    std::int64_t m_epoch = 0;
    std::vector<std::int32_t> m_order;  ///< indices of the samples in the order of the epoch
};

/// Trains an NCF with `NcfScorer::Dot` by binary cross-entropy, sample by sample.
class DotTrainingModule : public SampleTrainingModule<NcfBlocks> {
public:
    /// `model` must outlive this.
    DotTrainingModule(Ncf& model, const RunConfig& config)
        : m_model(model), m_config(config), m_modelConfig(ncfOf(config)) {}

    /// Makes one update and returns the loss before the update, without the weight decay.
    double update(const NcfSample& sample, double learningRate);

protected:
    NcfBlocks samplesOf(const Histories& histories) override;
    double learnAll(std::span<const NcfSample> samples, double learningRate) override;

private:
    Ncf& m_model;
    RunConfig m_config;
    NcfConfig m_modelConfig;
};

}  // namespace recscope
