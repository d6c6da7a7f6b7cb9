// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/recommender/query_pool.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// Computes scores that are dot products of the query's vectors and item vectors, plus an offset for each item.
class ProductScorer {
public:
    /// The vectors of all tokens (V items, PAD and MASK), row after row: (V + 2, dim).
    struct Table {
        const float* vectors = nullptr;
        std::int64_t dim = 0;
    };
    /// How a model computes its scores.
    struct Scores {
        std::vector<Table> tables;       ///< a score is the sum of the dot products with these tables
        std::span<const float> offsets;  ///< (V + 2), or empty
        /// Writes the query's vectors, one after the other in the order of the tables, and returns a number that is
        /// added to all of the query's scores. Returns nothing if the query contains nothing that the model reads, for
        /// example an empty history.
        std::function<std::optional<float>(const Query&, float*)> writeVectors;
        /// The scores (V + 2) if `writeVectors` returns nothing; may be null if it always returns a number.
        std::function<std::vector<float>()> fallbackScores;
    };

    explicit ProductScorer(std::int32_t itemCount) : m_itemCount(itemCount) {}
    /// Implements Recommender::score.
    void score(const Scores& scores, std::span<const Query> queries, const Recommender::ScoreSink& sink,
               const std::stop_token& stop);

private:
    void scoreGroup(const Scores& scores, std::span<const Query> queries, std::size_t first,
                    const Recommender::ScoreSink& sink) const;
    std::int32_t m_itemCount;
    QueryPool m_pool;
};

}  // namespace recscope
