// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// Models that read a history with a recurrent layer and score items by its state (recurrent_net.h):
/// - DREAM (Yu et al., SIGIR 2016) for baskets of one item: a simple recurrent layer, G = d, D = d;
/// - the user-based GRU (Donkers et al., RecSys 2017) in its linear form: a GRU, G = 3 d, D = 2 d.
/// - LSTM: GRU4Rec with LSTM cells, but trained on windows of histories; G = 4 d, D = d.
/// Tensors, for U users and V items plus PAD and MASK: `item_embedding.weight` (V + 2, d), `rnn.input.weight` (G, D),
/// `rnn.hidden.weight` (G, d). All but DREAM: `rnn.input.bias` (G), `output.bias` (V + 2). The user-based GRU:
/// `rnn.hidden.bias` (G), `user_embedding.weight` (U + 1, d): user u has row u + 1; row 0, for unknown users, is the
/// mean of all users. The rows of gates are ordered as in GruValues and lstmStates().
class Recurrent : public HostRecommender {
public:
    /// Initial values: uniform with the limit sqrt(6 / (rows + columns)) (Glorot & Bengio, AISTATS 2010), for each gate
    /// alone; biases and the rows of PAD and MASK 0, but 1 for the LSTM's forget gate (Jozefowicz et al., ICML 2015).
    Recurrent(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override;
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;

private:
    void drawWeights();
};

ModelEntry dreamEntry();
ModelEntry userGruEntry();
ModelEntry lstmEntry();

RunConfig dreamConfig();
RunConfig userGruConfig();
RunConfig lstmConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> dreamPresets(bool dense, const DatasetInfo& dataset);
std::vector<Preset> userGruPresets(bool dense, const DatasetInfo& dataset);
std::vector<Preset> lstmPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
