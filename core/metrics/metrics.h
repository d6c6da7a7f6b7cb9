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

namespace recscope {

/// The score of an item that is not in the user's list, in models that only have a given list for each user
/// (`Capabilities::listDepth`). A target with this score is ranked last, and its rank is at least `kUnlistedRank`,
/// which is beyond the K of every metric and curve.
inline constexpr float kUnlistedScore = -1e30F;
inline constexpr std::int32_t kUnlistedRank = 1001;

/// The rank of one user's target.
struct UserRank {
    std::int32_t user = 0;  ///< index of the user in the dataset
    Token target = kPadToken;
    std::int32_t rank = 0;  ///< 1 + candidates with a higher score + other candidates with an equal score
    std::int32_t ties = 0;  ///< number of other candidates with exactly the target's score
};

/// Ranking metrics in 0…1, averaged over users: HR@K and NDCG@K with one relevant item per user, and MRR without a
/// cutoff.
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

/// One user's contribution to a metric: "hr@10", "ndcg@10", "mrr" …; throws Error(Usage) for an unknown name.
double metricOfRank(const std::string& name, std::int32_t rank);
/// The mean of the metric over the users.
MeanInterval metricInterval(const std::string& name, std::span<const UserRank> ranks);
/// The mean difference of the metric, `a` minus `b`, over the users who are in both lists; paired by user.
MeanInterval pairedDifference(const std::string& name, std::span<const UserRank> a, std::span<const UserRank> b);

}  // namespace recscope
