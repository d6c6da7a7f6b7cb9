// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/models/hstu/hstu_net.h"
#include "core/models/minibatch/minibatch_training_module.h"

namespace recscope {

/// The input rows of some training histories (P rows in total), their targets, and k negatives per row.
struct HstuBatch {
    HstuRows rows;
    std::vector<Token> targets;    ///< (P) the item after each row
    std::vector<Token> negatives;  ///< (P, k)
};

/// The training task of HSTU. A sample is a user: the newest N + 1 items of the training part, of which each except the
/// first is predicted from the items before it.
class HstuTask : public MinibatchTask {
public:
    HstuTask(const HstuConfig& config, std::uint64_t seed, std::int32_t itemCount, MinibatchStep& step);

    std::int64_t setTrainingData(const Histories& histories) override;
    double computeGradients(const Share& share, kernels::Arena& arena) override;
    std::int64_t predictions(std::span<const std::int32_t> samples) const override;

private:
    /// The number of rows of a sample.
    std::int64_t lengthOf(std::int64_t sample) const;
    /// Appends the rows, targets and negatives of a sample to the batch.
    void add(std::int64_t sample, std::int64_t epoch, HstuBatch& to) const;

    HstuConfig m_config;
    std::uint64_t m_seed;
    std::int32_t m_itemCount;
    const Histories* m_histories = nullptr;
    std::vector<std::int32_t> m_users;             ///< the user of each sample: those with at least two training items
    std::vector<std::unique_ptr<HstuNet>> m_nets;  ///< one per thread
};

/// Returns the contribution of these rows to the mean loss over `predictions` positions, and adds the gradients of that
/// contribution to those of the net's parameters.
double computeHstuGradients(HstuNet& net, const HstuConfig& config, const HstuBatch& batch, std::uint64_t dropoutSeed,
                            std::int64_t predictions, kernels::Arena& arena);

}  // namespace recscope
