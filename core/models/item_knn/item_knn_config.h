// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"

namespace recscope {

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

/// Which items of a history contribute to a score. All: each distinct item once; Newest: only the newest item.
enum class KnnReads { All, Newest };
constexpr std::array<EnumName<KnnReads>, 2> enumNames(KnnReads) {
    return {{{KnnReads::All, "all"}, {KnnReads::Newest, "newest"}}};
}

/// The config of item-kNN; the default similarity is that of RecBole.
struct ItemKnnConfig {
    KnnSimilarity similarity = KnnSimilarity::Cosine;
    KnnReads reads = KnnReads::All;
    std::int64_t neighbours = 100;  ///< K: number of neighbours kept for each item
    double shrink = 0;              ///< added to the denominator of the cosines
    double lambda = 20;             ///< lambda in the formula of Regularised
    double alpha = 0.5;             ///< alpha in the formula of Regularised
    double k1 = 1.2, b = 0.75;      ///< only for Bm25: the parameters of Okapi BM25

    bool operator==(const ItemKnnConfig&) const = default;
};

inline ItemKnnConfig& itemKnnOf(RunConfig& config) {
    return config.own.as<ItemKnnConfig>();
}
inline const ItemKnnConfig& itemKnnOf(const RunConfig& config) {
    return config.own.as<ItemKnnConfig>();
}

const ConfigSchema& itemKnnSchema();

}  // namespace recscope
