// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/models/minibatch/minibatch_training_module.h"
#include "core/models/recurrent/recurrent.h"
#include "core/models/recurrent/recurrent_net.h"

namespace recscope {

/// The training task of the recurrent models. A sample is a window of a training part; every item of the part but the
/// first is predicted in one window, from the items before it in the window. Negatives are drawn from all items but the
/// target, as a function of (seed, epoch, sample).
class RecurrentTask : public MinibatchTask {
public:
    /// `model` must outlive this.
    RecurrentTask(Recurrent& model, const RunConfig& config, MinibatchStep& step);

    std::int64_t setTrainingData(const Histories& histories) override;
    double computeGradients(const Share& share, kernels::Arena& arena) override;
    void endEpoch() override { m_model.averageUsers(); }
    std::vector<std::string> userTensors() const override { return m_model.userTensors(); }
    std::size_t minItems() const override { return 2; }
    std::int64_t predictions(std::span<const std::int32_t> samples) const override;

private:
    struct Window {
        std::int32_t user = 0;
        /// Items begin … begin + length - 1 are the input; the item after each of them is its target.
        std::int64_t begin = 0, length = 0;
    };
    /// Adds a window, with the negatives of the epoch, to a batch.
    void add(std::int64_t sample, std::int64_t epoch, RecurrentBatch& batch) const;

    Recurrent& m_model;
    RecurrentConfig m_config;
    bool m_drawsNegatives;
    std::uint64_t m_seed;
    std::vector<std::unique_ptr<RecurrentNet>> m_nets;  ///< one per thread
    const Histories* m_histories = nullptr;
    std::vector<Window> m_windows;
};

}  // namespace recscope
