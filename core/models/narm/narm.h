// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/minibatch/product_scores.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// NARM (Li et al., CIKM 2017): a GRU reads the history; its last state, and all states mixed by what the last one asks
/// for, make a state that items are scored against. Tensors: `item_embedding.weight` (V + 2, d),
/// `gru.layers.0.{input,hidden}.weight` (3 H, d or H; reset, update, new), `gru.layers.0.input.bias` (3 H),
/// `attention.{state,last}.weight` (H, H), `attention.vector` (H), `output.projection.weight` (d, 2 H).
class Narm : public Recommender {
public:
    /// Drawn: N(0, 2 / rows), rows as the official code has them; the GRU's hidden weights orthogonal; biases 0.
    Narm(const RunConfig& config, const ModelShape& shape, WeightStart start);

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

ModelEntry narmEntry();

RunConfig narmConfig();
std::vector<Preset> narmPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
