// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// STAMP (Liu et al., KDD 2018): attention, with the last item and the mean of the history as query, gives a weighted
/// sum of the history's items. The element-wise product of two layers, one on this sum and one on the last item, is the
/// state that items are scored against. Tensors, for V items plus PAD and MASK: `item_embedding.weight` (V + 2, d),
/// `attention.{item,last,mean}.weight` (d, d), `attention.vector` (d), `session.weight`, `last.weight` (d, d); if
/// StampConfig::biases is set, also `attention.bias`, `session.bias`, `last.bias` (d).
class Stamp : public HostRecommender, public ItemPartReader {
public:
    /// Initial values: item vectors normal with standard deviation 0.002, other weights normal with standard deviation
    /// 0.05, biases 0.
    Stamp(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

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

ModelEntry stampEntry();

RunConfig stampConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> stampPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
