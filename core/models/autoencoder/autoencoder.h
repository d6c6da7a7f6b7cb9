// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/minibatch/host_recommender.h"
#include "core/models/minibatch/user_rows.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// Two autoencoders, which read the set of a user's items, without order, and score all items:
/// - AutoRec (Sedhain et al., WWW 2015) in its user form, here for sets instead of ratings;
/// - CDAE (Wu et al., WSDM 2016), whose hidden layer also adds a vector of the user.
/// Tensors, for U users and V items plus PAD and MASK: `encoder.weight` (V + 2, d), `encoder.bias` (d),
/// `decoder.weight` (V + 2, d), `decoder.bias` (V + 2); CDAE also `user_embedding.weight` (U + 1, d): user u has row
/// u + 1; row 0, for unknown users, is the mean of all users.
class Autoencoder : public HostRecommender {
public:
    /// Initial values: normal with standard deviation sqrt(2 / (V + d)) (Glorot & Bengio, AISTATS 2010), user vectors
    /// sqrt(2 / (U + d)); biases and the rows of PAD and MASK 0.
    Autoencoder(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override;
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    std::vector<float> itemVectors() const override;
    std::vector<float> itemOffsets() const override;
    std::vector<std::string> userTensors() const override;

    /// CDAE: sets the row of unknown users to the mean of all users.
    void averageUsers();

private:
    UserTable users();
    void drawWeights();

    float* m_users = nullptr;  ///< null: AutoRec
    float *m_decoder, *m_decoderBias;
};

ModelEntry autoRecEntry();
ModelEntry cdaeEntry();

RunConfig autoRecConfig();
RunConfig cdaeConfig();
std::vector<Preset> autoRecPresets(bool dense, const DatasetInfo& dataset);
std::vector<Preset> cdaePresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
