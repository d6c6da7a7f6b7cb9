// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// NARM (Li et al., CIKM 2017): a GRU with H units reads the history. Attention, with the GRU's last state as query,
/// gives a weighted sum of all its states. The last state and this sum are projected to a vector of width d that items
/// are scored against. Tensors, for V items plus PAD and MASK: `item_embedding.weight` (V + 2, d),
/// `gru.layers.0.input.weight` (3 H, d), `gru.layers.0.hidden.weight` (3 H, H), `gru.layers.0.input.bias` (3 H), each
/// with the H rows of the reset gate first, then those of the update gate and of the new state,
/// `attention.{state,last}.weight` (H, H), `attention.vector` (H), `output.projection.weight` (d, 2 H).
class Narm : public HostRecommender, public ItemPartReader {
public:
    /// Initial values: normal with standard deviation sqrt(2 / rows), where `rows` is the number of rows of the matrix
    /// in the official code; the GRU's hidden weights are orthogonal, its biases 0.
    Narm(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override;
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    ItemPartReader* itemParts() override { return this; }
    ItemPartKind kind() const override { return ItemPartKind::Weight; }
    /// Returns the attention weight alpha of each position that is read.
    std::vector<float> partsFor(const Query& query, Token candidate) override;

private:
    void drawWeights();
};

ModelEntry narmEntry();

RunConfig narmConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> narmPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
