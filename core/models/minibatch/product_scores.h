// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/kernels/arena.h"
#include "core/recommender/query_pool.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// Scores that are products of what a query is read into with one vector per item: queries are read some at a time, by
/// several threads.
class ProductScores {
public:
    /// What N queries are read into: (N, C), in the arena.
    using Read = std::function<kernels::Matrix(std::span<const Query>, kernels::Arena&)>;

    /// vectors (V + 2, C); bias (V + 2) or null. Throws Error(Cancelled) soon after a stop was asked for.
    void give(std::span<const Query> queries, const Read& read, const kernels::Matrix& vectors, const float* bias,
              const Recommender::Take& take, const std::stop_token& stop);

private:
    QueryPool m_pool;
};

}  // namespace recscope
