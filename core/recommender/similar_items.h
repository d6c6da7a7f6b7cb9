// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <vector>

#include "core/config/enum_names.h"
#include "core/sequence/token.h"

namespace recscope {

struct Histories;

/// The similarity of two items a and b: n_a users have a, n_b users have b, and co users have both.
/// - Cosine: co / (sqrt(n_a) sqrt(n_b) + shrink + 1e-6), as in RecBole.
/// - Regularised: co / ((n_a + lambda)^alpha (n_b + lambda)^(1 - alpha)), as in the GRU4Rec papers.
/// - TfIdf: the cosine with each user weighted by the square of ln(V / (1 + number of the user's items)), where V is
///   the number of all items. Users with many items count less (Dacrema et al., RecSys 2019).
/// - Bm25: as TfIdf, but items are also weighted by their popularity (same paper). This item weight has an effect only
///   together with `shrink`.
enum class KnnSimilarity { Cosine, Regularised, TfIdf, Bm25 };
constexpr std::array<EnumName<KnnSimilarity>, 4> enumNames(KnnSimilarity) {
    return {{{KnnSimilarity::Cosine, "cosine"},
             {KnnSimilarity::Regularised, "regularised"},
             {KnnSimilarity::TfIdf, "tf_idf"},
             {KnnSimilarity::Bm25, "bm25"}}};
}

/// How the similarity of two items is computed; the default is that of RecBole.
struct SimilarityRule {
    KnnSimilarity similarity = KnnSimilarity::Cosine;
    std::int64_t neighbours = 100;  ///< K: number of neighbours kept for each item
    double shrink = 0;              ///< added to the denominator of the cosines
    double lambda = 20;             ///< lambda in the formula of Regularised
    double alpha = 0.5;             ///< alpha in the formula of Regularised
    double k1 = 1.2, b = 0.75;      ///< only for Bm25: the parameters of Okapi BM25

    bool operator==(const SimilarityRule&) const = default;
};

struct SimilarItem {
    Token item = kPadToken;
    float similarity = 0;  ///< above 0
};

/// Returns, for each token (items, PAD and MASK), the K = `SimilarityRule::neighbours` items most similar to it, most
/// similar first; ties go to the lower token, and the token itself is left out. Only the training parts count, of each
/// the newest `newest` interactions, and each user counts once per item. The work grows with the square of `newest`:
/// it is at most users * newest^2 additions. Throws Error(Cancelled) after a stop request.
std::vector<std::vector<SimilarItem>> similarItems(const Histories& histories, const SimilarityRule& rule,
                                                   const std::stop_token& stop,
                                                   std::size_t newest = std::numeric_limits<std::size_t>::max());

}  // namespace recscope
