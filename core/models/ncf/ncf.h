// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/recommender/host_tensors.h"
#include "core/recommender/item_counts.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/query_pool.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// NCF (He et al., WWW 2017): scores a user and an item by the network NeuMF or, as a baseline, by the dot product of
/// two vectors. A score depends on the user but not on the history; for unknown users, items are ranked by popularity.
/// NeuMF has two halves: GMF, the element-wise product of two vectors, and an MLP (the "network" of the config keys).
/// Tensors, for U users (user u has row u + 1, row 0 belongs to no user) and V items plus PAD and MASK:
/// - always: `gmf.user_embedding.weight` (U + 1, d), `gmf.item_embedding.weight` (V + 2, d), `output.bias` (1), and
///   `item_count` (V + 2), the number of training interactions of each item, which is not learned;
/// - with NeuMF: `mlp.{user,item}_embedding.weight`, `mlp.layers.{i}.{weight,bias}`, `output.weight` (1, d + the
///   units of the last layer);
/// - with pretraining: `{gmf,mlp}.output.{weight,bias}`, the output layer of each half during pretraining;
/// - with the dot product: `user_bias` (U + 1), `item_bias` (V + 2).
class Ncf : public Recommender {
public:
    /// Initial values: vectors normal with standard deviation start_deviation; layers of the MLP U(-a, a), a = sqrt(6 /
    /// (inputs + units)); output layers U(-a, a), a = sqrt(3 / inputs); biases 0.
    Ncf(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override;
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void to(Device /*device*/) override {}  // stays on the CPU: a training step is too small to gain from a GPU
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    std::int64_t maxItemsPerCall() const override;
    void putWeights(SafeTensors& to) const override;
    void setWeights(const SafeTensors& weights) override;
    std::vector<float> itemVectors() const override;
    std::vector<float> itemOffsets() const override;
    std::vector<std::string> userTensors() const override;

    // Access for the training modules, which update the parameters in place.
    HostTensors& tensors() { return m_tensors; }
    /// The parameters of the dot product for one user and one item.
    struct Pair {
        float *user, *item;  ///< (d)
        float *userBias, *itemBias, *bias;
    };
    Pair pair(std::int32_t user, Token item);
    /// Computes the output layer of NeuMF from the output layers of its two halves, which are trained
    /// separately. The weights are halved and the biases averaged, so that a score is the mean of the halves' scores.
    void joinHalves();
    /// Counts the interactions of each item, by which items are ranked for unknown users.
    void count(const Histories& histories) { m_counts.count(histories); }

private:
    void drawWeights();

    RunConfig m_config;
    ModelShape m_shape;
    HostTensors m_tensors;
    HostTensors m_counted;  ///< the tensor item_count, which is not learned
    ItemCounts m_counts;
    float *m_users, *m_items, *m_bias;
    float* m_output = nullptr;  ///< output weights of NeuMF; null for the dot product
    /// The output layers of GMF (`product`) and of the MLP (`mlp`).
    struct Halves {
        float *product = nullptr, *productBias = nullptr, *mlp = nullptr, *mlpBias = nullptr;
    };
    Halves m_halves;                                     ///< null without pretraining
    float *m_userBias = nullptr, *m_itemBias = nullptr;  ///< biases of the dot product; null for NeuMF
    QueryPool m_pool;
};

ModelEntry ncfEntry();

RunConfig ncfConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> ncfPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
