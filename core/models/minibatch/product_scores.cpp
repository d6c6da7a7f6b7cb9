// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/product_scores.h"

#include "core/kernels/loops.h"
#include "core/kernels/product.h"

namespace recscope {

void ProductScores::computeScores(std::span<const Query> queries, const ComputeStates& computeStates,
                                  const kernels::Matrix& vectors, const float* bias, const Recommender::ScoreSink& sink,
                                  const std::stop_token& stop) {
    constexpr std::size_t kAtOnce = 64;
    const std::int64_t width = vectors.rows, C = vectors.columns;
    m_pool.run(
        queries.size(), kAtOnce,
        [&](std::size_t first, std::size_t count) {
            thread_local kernels::Arena arena;  // reused: the pool's threads live as long as the pool
            arena.reset();
            const kernels::Matrix states = computeStates(queries.subspan(first, count), arena);
            const kernels::Matrix scores = arena.matrix(states.rows, width);
            kernels::product({states.data, C}, {vectors.data, C, /*transposed=*/true}, scores.data, width, states.rows,
                             width, C);
            if (bias != nullptr) kernels::addToRows(scores, bias);
            for (std::size_t i = 0; i < count; ++i)
                sink(first + i, {scores.row(static_cast<std::int64_t>(i)), static_cast<std::size_t>(width)});
        },
        stop);
}

}  // namespace recscope
