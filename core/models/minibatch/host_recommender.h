// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/config/run_config.h"
#include "core/models/minibatch/product_scores.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// A recommender whose weights are in host memory and whose training steps are too small to benefit from a GPU. Its
/// scores are dot products with item vectors, as ProductScores computes them, unless it overrides `score` otherwise.
class HostRecommender : public Recommender {
public:
    ModelShape shape() const override { return m_shape; }
    void to(Device /*device*/) override {}
    std::int64_t maxItemsPerCall() const override { return 1 << 16; }
    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }

    /// Access for the training module, which updates the tensors in place.
    HostTensors& tensors() { return m_tensors; }

protected:
    HostRecommender(const RunConfig& config, const ModelShape& shape) : m_config(config), m_shape(shape) {}
    /// Returns the rows of the V items, (V, dim), from a table (V + 2, dim) with a row for each token.
    std::vector<float> rowsOfItems(const float* table, std::int64_t dim) const;

    RunConfig m_config;
    ModelShape m_shape;
    HostTensors m_tensors;
    ProductScores m_scores;
};

}  // namespace recscope
