// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// Models that read a history with a recurrent layer and score items by its state (recurrent_net.h):
/// - DREAM (Yu et al., SIGIR 2016) for baskets of one item: a simple recurrent layer.
/// Tensors, for V items plus PAD and MASK: `item_embedding.weight` (V + 2, d), `rnn.input.weight` (d, d),
/// `rnn.hidden.weight` (d, d).
class Recurrent : public HostRecommender {
public:
    /// Initial values: uniform with the limit sqrt(6 / (rows + columns)) (Glorot & Bengio, AISTATS 2010); the rows of
    /// PAD and MASK 0.
    Recurrent(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override;
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    std::vector<float> itemVectors() const override;

private:
    void drawWeights();

    float* m_items;  ///< (V + 2, d)
};

ModelEntry dreamEntry();

RunConfig dreamConfig();
std::vector<Preset> dreamPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
