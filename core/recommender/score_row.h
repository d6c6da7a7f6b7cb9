// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/recommender/score_table.h"

namespace recscope {

/// The scores of all tokens for one history. Refers to the scores and does not copy them.
struct ScoreRow {
    std::span<const float> values;  ///< (V + 2), indexed by token; V = number of items
    double logSum = 0;  ///< log of the sum, over all items, of exp(score) or, for Probabilities, of the score
    ScoreKind kind = ScoreKind::Logits;

    /// The row of `values`, with its sum computed.
    static ScoreRow of(std::span<const float> values, ScoreKind kind);

    /// The log-probability in nats; at least log(1e-12) for Probabilities, so that it is finite for a score of 0.
    double logProbability(Token token) const;
    /// The given items, in the given order, with their scores and probabilities.
    std::vector<Recommendation> listed(std::span<const Token> tokens) const;
    /// The `topK` items with the highest scores, without the items in `seen`. Items with equal scores are in token
    /// order.
    std::vector<Recommendation> best(std::span<const Token> seen, std::int32_t topK) const;
};

}  // namespace recscope
