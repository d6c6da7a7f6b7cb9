// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/kernels/arena.h"
#include "core/recommender/query_pool.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// Computes scores that are dot products of a query's state, of width C, and the vector of each of V items. Several
/// threads process the queries in groups.
class ProductScores {
public:
    /// Computes the states (N, C) of N queries and allocates them in the arena.
    using ComputeStates = std::function<kernels::Matrix(std::span<const Query>, kernels::Arena&)>;

    /// Passes the scores (V + 2) of each query to `sink`. `vectors` is (V + 2, C); `bias` is (V + 2) or null. Throws
    /// Error(Cancelled) soon after a stop request.
    void computeScores(std::span<const Query> queries, const ComputeStates& computeStates,
                       const kernels::Matrix& vectors, const float* bias, const Recommender::ScoreSink& sink,
                       const std::stop_token& stop);

private:
    QueryPool m_pool;
};

}  // namespace recscope
