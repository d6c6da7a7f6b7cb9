// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/minibatch/product_scores.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// STAMP (Liu et al., KDD 2018): the last item, and the history mixed by what the last item and the mean of all ask
/// for, are multiplied into a state that items are scored against. Tensors: `item_embedding.weight` (V + 2, d),
/// `attention.{item,last,mean}.weight` (d, d), `attention.vector` (d), `session.weight`, `last.weight` (d, d); with
/// biases `attention.bias`, `session.bias`, `last.bias` (d).
class Stamp : public Recommender {
public:
    /// Drawn: item vectors N(0, 0.002), the others N(0, 0.05), biases 0.
    Stamp(const RunConfig& config, const ModelShape& shape, WeightStart start);

    Capabilities capabilities() const override;
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override;
    void moveTo(Device /*device*/) override {}  // a step is too small for a GPU
    void score(std::span<const Query> queries, const Take& take, const std::stop_token& stop) override;
    std::int64_t itemsAtOnce() const override { return 1 << 16; }
    SafeTensors weights() const override;
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }
    std::vector<float> itemVectors() const override;

    /// What its learner changes.
    HostTensors& tensors() { return m_tensors; }

private:
    void drawWeights();

    RunConfig m_config;
    ModelShape m_shape;
    HostTensors m_tensors;
    float* m_items;  ///< (V + 2, d)
    ProductScores m_scores;
};

ModelEntry stampEntry();

RunConfig stampConfig();
std::vector<Preset> stampPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
