// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/metrics/protocol.h"
#include "core/metrics/recommended_lists.h"

namespace recscope {

/// The score of an item that is not in the user's list, in models that only have a given list for each user
/// (`Capabilities::listDepth`). A target with this score is ranked last, and its rank is at least `kUnlistedRank`,
/// which is beyond the K of every metric and curve.
inline constexpr float kUnlistedScore = -1e30F;
inline constexpr std::int32_t kUnlistedRank = 1001;

/// The rank of one of a user's targets.
struct TargetRank {
    Token target = kPadToken;  ///< kPadToken: unknown, in evaluations that were stored before schema version 18
    std::int32_t rank = 0;     ///< like `UserRank::rank`

    bool operator==(const TargetRank&) const = default;
};

/// The rank of one user's target; of several targets, of the one that is ranked best.
struct UserRank {
    std::int32_t user = 0;  ///< index of the user in the dataset
    Token target = kPadToken;
    std::int32_t rank = 0;                ///< 1 + candidates with a higher score + other candidates with an equal score
    std::int32_t ties = 0;                ///< number of other candidates with exactly the target's score
    std::vector<TargetRank> others = {};  ///< the user's other distinct targets, ascending by rank
};

/// A metric by its name. A user's value is computed from the ranks r of the user's n targets, of which h are at most K.
/// With "debiased_" before the name it is computed from the ranks that remain after down-sampling, see debiased.h.
enum class MetricKind {
    HitRate,           ///< "hr@K": 1 if h > 0, else 0
    Ndcg,              ///< "ndcg@K": DCG / the DCG of min(n, K) hits, where DCG = sum over r <= K of 1 / log2(r + 1)
    NdcgOfK,           ///< "ndcg_of_k@K": DCG / the DCG of K hits, however few targets there are
    Recall,            ///< "recall@K": h / n
    Precision,         ///< "precision@K": h / K
    AveragePrecision,  ///< "map@K": sum over r <= K of (targets ranked r or better) / r, divided by min(n, K)
    AveragePrecisionOfAll,  ///< "map_of_all@K": the same sum divided by n
    ReciprocalRank,         ///< "mrr": 1 / the best r
};
struct MetricName {
    MetricKind kind = MetricKind::Ndcg;
    std::int32_t k = 10;  ///< 1…1000; unused for ReciprocalRank

    bool isHitRate() const { return kind == MetricKind::HitRate; }
};
/// Throws Error(Usage) that lists the names.
MetricName metricNamed(const std::string& name);
/// The name as it is shown: "NDCG@10" for "ndcg@10".
std::string metricTitle(const std::string& metric);
/// One user's value, 0…1.
double metricOf(const MetricName& metric, const UserRank& user);
/// The mean over the users; 0 if there are no ranks.
double metricMean(const MetricName& metric, std::span<const UserRank> ranks);

/// Ranking metrics in 0…1, averaged over users: HR@K, NDCG@K, and MRR without a cutoff.
struct Metrics {
    double hr1 = 0, hr5 = 0, hr10 = 0, hr20 = 0;
    double ndcg5 = 0, ndcg10 = 0, ndcg20 = 0;
    double mrr = 0;

    /// Name and value in the fixed order hr@1 hr@5 hr@10 hr@20 ndcg@5 ndcg@10 ndcg@20 mrr.
    std::array<std::pair<const char*, double>, 8> named() const;
    std::string toJson() const;
    static Metrics fromJson(const std::string& json);
};

/// Properties of all users' lists of ten recommendations. They do not depend on the held-out items.
struct ListFacts {
    double coverage10 = 0;    ///< share of all items that are in some user's first ten, 0…1
    double popularity10 = 0;  ///< mean number of training interactions of a recommended item

    bool operator==(const ListFacts&) const = default;
};

/// The result of ranking all users of a split.
struct Evaluation {
    Protocol protocol;
    Split split = Split::Valid;
    std::int64_t users = 0;
    double tieRate = 0;  ///< share of users whose target ties with another candidate
    Metrics metrics;
    std::vector<UserRank> ranks;  ///< one per scored user, in user order
    std::optional<ListFacts> lists;
    RecommendedLists recommended = {};  ///< of the scored users; empty if they were not made
};

/// Throws Error(Numeric), which states that a score is NaN or infinite.
[[noreturn]] void throwNotFinite();

/// The rank of `scores[target]` among the candidates. `scores` is indexed by token and has shape (V + 2), where V is
/// the number of items. Throws Error(Numeric) if a candidate's score is NaN or infinite. The result's `user` is 0,
/// because only the caller knows the user. Pre: `candidates` contains item tokens without repeats; the target may or
/// may not be among them.
UserRank rankAmong(std::span<const float> scores, Token target, std::span<const Token> candidates);

/// Like `rankAmong`, with every item as a candidate except the items in `removed` (the target stays even if it is in
/// `removed`).
UserRank rankAmongAll(std::span<const float> scores, Token target, std::span<const Token> removed);

/// The metrics averaged over the ranks; all are 0 if there are no ranks.
Metrics metricsOf(std::span<const UserRank> ranks);
double tieRateOf(std::span<const UserRank> ranks);

/// A mean with the half-width of its 95 % interval; see seed_statistics.cpp for the method.
struct MeanInterval {
    double mean = 0;
    double halfWidth = 0;
};

/// The value of a user with one target of this rank. Throws Error(Usage) for an unknown name.
double metricOfRank(const std::string& name, std::int32_t rank);
/// The mean of the metric over the users.
MeanInterval metricInterval(const std::string& name, std::span<const UserRank> ranks);
/// The mean difference of the metric, `a` minus `b`, over the users who are in both lists; paired by user.
MeanInterval pairedDifference(const std::string& name, std::span<const UserRank> a, std::span<const UserRank> b);

}  // namespace recscope
