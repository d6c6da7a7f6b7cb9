// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/batch/prefix_samples.h"
#include "core/models/minibatch/minibatch_learner.h"

namespace recscope {

/// Some samples of a batch: histories and what comes next.
struct PrefixBatch {
    PackedHistories histories;
    std::vector<Token> targets;
    std::int64_t batchSamples = 0;  ///< those of the whole batch, of which these are some
    std::uint64_t dropoutSeed = 0;  ///< 0: nothing is dropped
};

/// What these samples add to the batch's mean of -log softmax(state . item vectors)[target]; adds the gradient of
/// `items` (V + 2, C) and makes that of `states` (N, C).
double nextItemLoss(const PrefixBatch& batch, const kernels::Parameter& items, kernels::Variable& states,
                    kernels::Arena& arena);

/// Every prefix of a training part is a sample, and a Net learns to say what comes next. Net(config, parameters) has
/// `double learn(const PrefixBatch&, kernels::Arena&)`.
template <class Net>
class PrefixTask : public MinibatchTask {
public:
    /// maxLength: so many of the newest items of a prefix are read; 0 = all.
    template <class OwnConfig>
    PrefixTask(const OwnConfig& config, std::int64_t maxLength, MinibatchStep& step) : m_maxLength(maxLength) {
        for (int worker = 0; worker < step.threads(); ++worker)
            m_nets.push_back(std::make_unique<Net>(config, step.parameters(worker)));
    }

    std::int64_t learnFrom(const Histories& histories) override { return m_samples.emplace(histories).count(); }

    double learn(const Share& share, kernels::Arena& arena) override {
        PrefixBatch batch;
        batch.batchSamples = share.batchSamples;
        batch.dropoutSeed = share.dropoutSeed;
        for (const std::int64_t index : share.samples) {
            const PrefixSamples::Sample sample = m_samples->at(index);
            batch.histories.add(sample.history, m_maxLength);
            batch.targets.push_back(sample.target);
        }
        return m_nets[static_cast<std::size_t>(share.worker)]->learn(batch, arena);
    }

private:
    std::int64_t m_maxLength;
    std::vector<std::unique_ptr<Net>> m_nets;  ///< one a thread
    std::optional<PrefixSamples> m_samples;
};

}  // namespace recscope
