// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/recommender/capabilities.h"
#include "core/recommender/query.h"

namespace recscope {

/// An item of a recommendation list.
struct Recommendation {
    Token token = kPadToken;
    float score = 0;        ///< as the model computes it; see ScoreKind
    float probability = 0;  ///< over all items, 0…1
    std::int32_t rank = 0;  ///< 1-based rank in the returned list
};

struct ScoreRow;

/// The scores of all tokens for each of several histories.
struct ScoreTable {
    std::int32_t itemCount = 0;   ///< number of items, V
    std::vector<float> values;    ///< (rows, V + 2): one row per history, indexed by token
    std::vector<double> logSums;  ///< (rows) see ScoreRow::logSum
    ScoreKind kind = ScoreKind::Logits;

    ScoreTable() = default;
    /// A table for `rows` histories, to be filled with `set`.
    ScoreTable(std::int32_t itemCount, std::size_t rows, ScoreKind kind);

    /// Copies the scores of history `index`, indexed by token, shape (V + 2). Different threads may set different rows.
    void set(std::size_t index, std::span<const float> scores);

    std::size_t rows() const { return logSums.size(); }
    std::span<const float> row(std::size_t index) const;
    ScoreRow scoreRow(std::size_t index) const;
    /// The log-probability in nats; see ScoreRow.
    double logProbability(std::size_t index, Token token) const;
    /// The `topK` items with the highest scores, without the items in `seen`. Items with equal scores are in token
    /// order.
    std::vector<Recommendation> best(std::size_t index, std::span<const Token> seen, std::int32_t topK) const;
};

}  // namespace recscope
