// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a dataset's planted planted patterns a run serves, and which it does not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/metrics/proportions.h"
#include "core/store/run_store.h"
#include "core/util/progress.h"

namespace recscope {

/// HR@10 and NDCG@10 over some users, each with its 95 % interval.
struct PatternScore {
    double hr10 = 0, ndcg10 = 0;  ///< 0…1
    Interval hr10Interval;        ///< of the share (Wilson)
    Interval ndcg10Interval;      ///< of the mean (normal approximation), within 0…1
};

/// The users whose held-out item has one planted cause.
struct PatternRow {
    std::optional<Pattern> pattern;    ///< none: all users together
    std::int64_t users = 0;            ///< scored ones
    PatternScore run;                  ///< without meaning where `users` is 0
    std::optional<PatternScore> best;  ///< expected best of the same users, where it is known: see `PatternTable`
    std::vector<UserRank> ranks;       ///< of these users by the run, in user order: what a difference is paired by
    MeanInterval belowBest;            ///< mean of best - run in NDCG@10 over these users, paired by user
};

/// How well a run predicts held-out items, by what caused them. The best of a planted pattern is ranking by what that
/// planted pattern alone makes likely, the best of all users ranking by all true probabilities. Both are what no model
/// can be expected to exceed; on the users at hand one may by luck, within the interval. Ranking by all true
/// probabilities is no bound of a single planted pattern: it may give one up for another.
struct PatternTable {
    Protocol protocol;  ///< of all numbers here
    Split split = Split::Test;
    std::vector<PatternRow> patterns;  ///< those that caused a held-out item, in the order of `Pattern`
    PatternRow all;
};

/// Two models on the users whose held-out item has one planted cause.
struct PatternDifference {
    Pattern pattern;
    std::int64_t users = 0;  ///< scored for both
    double a = 0, b = 0;     ///< mean NDCG@10 of these users
    MeanInterval ndcg10;     ///< of a - b, paired by user
};

/// What is the same for every run of a dataset: what caused each user's held-out item, and the best reachable ranks.
struct PatternCases {
    Protocol protocol;
    Split split = Split::Test;
    std::vector<std::optional<Pattern>> patterns;  ///< (U) of the held-out item; none: no target, or cause not known
    /// In user order, empty where not known under this protocol: by the cause of each held-out item alone, and by all
    /// true probabilities.
    std::vector<UserRank> best, bestOfAll;
};

/// Throws Error(Input) if the dataset does not know why its interactions happened, Error(Cancelled).
PatternCases patternCases(Workspace& workspace, DatasetId dataset, const Protocol& protocol, Split split,
                          const std::stop_token& stop = {});

/// The board of a model whose ranks under the cases' protocol these are (of all users or some, in user order).
PatternTable patternTable(const PatternCases& cases, std::span<const UserRank> ranks);

/// The board of a run under its own protocol: from the ranks that are stored, or else from its best weights, which are
/// then evaluated and kept as `evaluateRun` does. Throws as `patternCases` and `evaluateRun`.
PatternTable patternTable(Workspace& workspace, RunId run, Split split, const ProgressSink& progress = {},
                          const std::stop_token& stop = {});

/// Habit by planted pattern, where the model of `a` ranks better than that of `b` (both in user order, under the cases'
/// protocol); planted patterns without such users have no entry.
std::vector<PatternDifference> patternDifferences(const PatternCases& cases, std::span<const UserRank> a,
                                                  std::span<const UserRank> b);

/// What a person calls a planted pattern: "Start", "Repeat", "After a gap", "Bundle", "Chain", "No reason".
std::string patternTitle(Pattern pattern);

}  // namespace recscope
