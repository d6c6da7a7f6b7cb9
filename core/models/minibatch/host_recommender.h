// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/config/run_config.h"
#include "core/models/minibatch/product_scores.h"
#include "core/models/minibatch/user_rows.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// A recommender whose weights are in host memory and whose training steps are too small to benefit from a GPU. If it
/// calls `setItemTable`, its scores are dot products with item vectors, as ProductScores computes them.
class HostRecommender : public Recommender {
public:
    ModelShape shape() const override { return m_shape; }
    void to(Device /*device*/) override {}
    std::int64_t maxItemsPerCall() const override { return 1 << 16; }
    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }
    std::vector<float> itemVectors() const override;
    std::vector<float> itemOffsets() const override;
    std::vector<std::string> userTensors() const override;

    /// Access for the training module, which updates the tensors in place.
    HostTensors& tensors() { return m_tensors; }
    /// Sets the row of unknown users to the mean of all users; does nothing without user vectors.
    void averageUsers();

protected:
    HostRecommender(const RunConfig& config, const ModelShape& shape) : m_config(config), m_shape(shape) {}
    /// Adds the tensor `user_embedding.weight` (U + 1, dim): user u has row u + 1; row 0 is for unknown users.
    void addUserVectors(std::int64_t dim);
    /// Scores are dot products with the rows of `vectors` (V + 2, dim), plus `biases` (V + 2); null: no biases.
    void setItemTable(float* vectors, std::int64_t dim, float* biases = nullptr);
    /// Passes the scores of each query to `sink`. Pre: `setItemTable` was called.
    void computeScores(std::span<const Query> queries, const ProductScores::ComputeStates& computeStates,
                       const ScoreSink& sink, const std::stop_token& stop);
    bool hasUserVectors() const { return m_users.values != nullptr; }
    /// The row of the query's user; 0 if the user is unknown, has no trained row, or the model has no user vectors.
    std::int32_t userRow(const Query& query) const;

    RunConfig m_config;
    ModelShape m_shape;
    HostTensors m_tensors;
    UserTable m_users;            ///< no values: the model has no user vectors
    kernels::Matrix m_items;      ///< (V + 2, dim), see setItemTable()
    float* m_itemBias = nullptr;  ///< (V + 2) or null
    ProductScores m_scores;
};

}  // namespace recscope
