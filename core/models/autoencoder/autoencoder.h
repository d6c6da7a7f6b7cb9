// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// Models that read the set of a user's items, without order, through one hidden layer, and score all items:
/// - AutoRec (Sedhain et al., WWW 2015) in its user form, here for sets instead of ratings;
/// - CDAE (Wu et al., WSDM 2016), whose hidden layer also adds a vector of the user;
/// - RBM (Salakhutdinov et al., ICML 2007), the restricted Boltzmann machine, here for sets instead of ratings: the
///   hidden layer is p(h | v), and the score of item c is the log-odds of p(v_c = 1 | h). RbmNet explains the symbols
///   and the training.
/// Tensors, for U users and V items plus PAD and MASK: `encoder.weight` (V + 2, d), `encoder.bias` (d),
/// `decoder.weight` (V + 2, d), `decoder.bias` (V + 2); CDAE also `user_embedding.weight` (U + 1, d): user u has row
/// u + 1; row 0, for unknown users, is the mean of all users. RBM has no `decoder.weight`: it uses `encoder.weight` in
/// both directions; `encoder.bias` are its hidden biases and `decoder.bias` its visible ones.
class Autoencoder : public HostRecommender {
public:
    /// Initial values: normal with standard deviation sqrt(2 / (V + d)) (Glorot & Bengio, AISTATS 2010), user vectors
    /// sqrt(2 / (U + d)); RBM: 0.01. Biases and the rows of PAD and MASK are 0.
    Autoencoder(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override;
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;

    /// RBM: sets the visible biases, unless they have been learned (are not all 0), to the log-odds of an item being in
    /// a user's set (Hinton, A Practical Guide to Training Restricted Boltzmann Machines, 2012, section 8.1). If they
    /// started at 0, the hidden units would first have to learn how rare items are, and many would stay off.
    /// `usersOfItem` (V + 2): the number of users who have the item with this token, of `userCount` users.
    void setVisibleBiases(std::span<const std::int64_t> usersOfItem, std::int64_t userCount);

private:
    void drawWeights();
};

ModelEntry autoRecEntry();
ModelEntry cdaeEntry();
ModelEntry rbmEntry();

RunConfig autoRecConfig();
RunConfig cdaeConfig();
RunConfig rbmConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> autoRecPresets(bool dense, const DatasetInfo& dataset);
std::vector<Preset> cdaePresets(bool dense, const DatasetInfo& dataset);
std::vector<Preset> rbmPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
