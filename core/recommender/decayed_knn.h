// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <vector>

#include "core/metrics/protocol.h"
#include "core/recommender/similar_items.h"
#include "core/sequence/history.h"

namespace recscope {

struct Histories;

/// What the age of an item in an input is counted in, back from the newest item of the input.
enum class AgeUnit {
    Items,  ///< the number of items after it
    Days,   ///< the time until the newest item; needs histories with times
};

/// A half-life that no age reaches: all items count equally.
inline constexpr double kNoHalfLife = std::numeric_limits<double>::infinity();

/// Item-kNN with decay: the score of an item c is the sum of 0.5^(age(h) / half-life) * similarity(h, c) over the items
/// h of the input. The similarity is the cosine, and 0 unless c is among the 100 items most similar to h (Deshpande &
/// Karypis, TOIS 2004, who keep the neighbours of the items of the input, as here; the model Item-kNN keeps those of
/// the candidates, which bounds no sum over an input). An item that occurs more than once counts once, as the newest.
/// Items without a similar item in the input are ordered by popularity.
class DecayedKnnScorer {
public:
    /// Counts only the newest 50 interactions of each training part: at most 2,500 pairs of items per user. If the
    /// lengths of histories are spread as in MovieLens-20M (144 items on average, few users with thousands), all pairs
    /// would be about 30 times as many. Throws Error(Cancelled).
    DecayedKnnScorer(const Histories& histories, AgeUnit unit, const std::stop_token& stop = {});

    AgeUnit unit() const { return m_unit; }
    /// Scores indexed by token, shape (V + 2); the span is valid until the next call. `halfLife` is above 0.
    std::span<const float> scores(const History& input, double halfLife);

private:
    AgeUnit m_unit;
    std::vector<std::vector<SimilarItem>> m_neighbours;  ///< indexed by token, (V + 2) lists
    std::vector<float> m_prior;                          ///< indexed by token, shape (V + 2); see backoffPrior
    std::vector<float> m_scores;
    std::vector<std::int64_t> m_readIn;  ///< indexed by token: the last call whose input contained it
    std::int64_t m_call = 0;
};

/// The number of validation users on whom a baseline is set: enough to tell its settings apart, and few enough to cost
/// little on large datasets.
inline constexpr std::int64_t kUsersToSetBaseline = 2000;

/// The half-life with the highest NDCG@10 on the validation items of at most `kUsersToSetBaseline` users: of none, 1,
/// 3, 10 and 30 items, or none, 1, 7, 30 and 180 days; of equally good ones the first. Throws Error(Cancelled).
double bestHalfLife(DecayedKnnScorer& scorer, const Histories& histories, const Protocol& protocol,
                    const std::stop_token& stop = {});

}  // namespace recscope
