// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/models/minibatch/user_rows.h"
#include "core/models/pairwise/product_scorer.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// BPR-MF (Rendle et al., UAI 2009): a vector for each user and each item and a bias for each item, learned from pairs
/// of an item that the user has and an item that the user does not have. A score depends on the user but not on the
/// history. Tensors, for U users and V items plus PAD and MASK:
/// - `user_embedding.weight` (U + 1, d): user u has row u + 1; row 0, for unknown users, is the mean of all users;
/// - `item_embedding.weight` (V + 2, d) and `item_bias` (V + 2): row = token.
class BprMf : public Recommender {
public:
    BprMf(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override { return kCapabilities; }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void to(Device /*device*/) override {}  // stays on the CPU: a training step is too small to gain from a GPU
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    std::int64_t maxItemsPerCall() const override { return 1 << 18; }
    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }
    std::vector<float> itemVectors() const override;
    std::vector<std::string> userTensors() const override { return {"user_embedding.weight"}; }

    // Access for the training module, which updates the parameters in place.
    float* user(std::int64_t index) { return m_users + (index + 1) * m_dim; }
    float* item(Token token) { return m_items + token * m_dim; }
    float& bias(Token token) { return m_bias[token]; }
    /// Sets the row of unknown users to the mean of all users.
    void averageUsers() { averageRows(users()); }
    HostTensors& tensors() { return m_tensors; }

    static constexpr Capabilities kCapabilities = {.readsUser = true,
                                                   .refitsUser = true,
                                                   .unknownUser = UnknownUser::MeanUser,
                                                   .readsHistory = false,
                                                   .hasItemVectors = true};

private:
    UserTable users() { return {m_users, m_shape.userCount, m_dim}; }
    void drawVectors();

    RunConfig m_config;
    ModelShape m_shape;
    std::int64_t m_dim;
    HostTensors m_tensors;
    float *m_users, *m_items, *m_bias;
    ProductScorer m_scorer;
};

ModelEntry bprMfEntry();

RunConfig bprMfConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> bprMfPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
