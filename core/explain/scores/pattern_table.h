// SPDX-License-Identifier: GPL-3.0-or-later
// How well a run predicts each of a dataset's planted patterns.
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
    std::optional<Pattern> pattern;    ///< none = all users together
    std::int64_t users = 0;            ///< number of scored users
    PatternScore run;                  ///< meaningless if `users` is 0
    std::optional<PatternScore> best;  ///< expected best for the same users, if known: see `PatternTable`
    std::vector<UserRank> ranks;       ///< the run's ranks for these users, in user order, for paired differences
    MeanInterval belowBest;            ///< mean of best - run in NDCG@10 over these users, paired by user
};

/// How well a run predicts held-out items, by what caused them. The best of a planted pattern ranks by the true
/// probabilities of that pattern alone; the best of all users ranks by all true probabilities. No model can be expected
/// to exceed either, although one may by luck on the given users, within the interval. Ranking by all true
/// probabilities does not bound a single planted pattern: it may sacrifice one pattern for another.
struct PatternTable {
    Protocol protocol;  ///< under which all numbers are computed
    Split split = Split::Test;
    std::vector<PatternRow> patterns;  ///< those that caused a held-out item, in the order of `Pattern`
    PatternRow all;
};

/// Two models on the users whose held-out item has one planted cause.
struct PatternDifference {
    Pattern pattern;
    std::int64_t users = 0;  ///< users scored for both
    double a = 0, b = 0;     ///< mean NDCG@10 of these users
    MeanInterval ndcg10;     ///< of a - b, paired by user
};

/// Shared by all runs of a dataset: the cause of each user's held-out item, and the best reachable ranks.
struct PatternCases {
    Protocol protocol;
    Split split = Split::Test;
    std::vector<std::optional<Pattern>> patterns;  ///< (U) of the held-out item; none = no target or unknown cause
    /// Expected best ranks in user order, empty if unknown under this protocol: by the pattern of each held-out item
    /// alone, and by all true probabilities.
    std::vector<UserRank> best, bestOfAll;
};

/// Throws Error(Input) if the dataset does not record why its interactions happened, and Error(Cancelled).
PatternCases patternCases(Workspace& workspace, DatasetId dataset, const Protocol& protocol, Split split,
                          const std::stop_token& stop = {});

/// The table of a model. `ranks`: its ranks under the protocol of `cases`, for all users or some, in user order.
PatternTable patternTable(const PatternCases& cases, std::span<const UserRank> ranks);

/// The table of a run under its own protocol: from its stored ranks, or else by evaluating its best weights and storing
/// the ranks, as `evaluateRun` does. Throws as `patternCases` and `evaluateRun`.
PatternTable patternTable(Workspace& workspace, RunId run, Split split, const ProgressSink& progress = {},
                          const std::stop_token& stop = {});

/// For each planted pattern, the difference between two models with ranks `a` and `b` (both in user order, under the
/// protocol of `cases`); planted patterns without users scored for both have no entry.
std::vector<PatternDifference> patternDifferences(const PatternCases& cases, std::span<const UserRank> a,
                                                  std::span<const UserRank> b);

/// The displayed name of a planted pattern: "Start", "Repeat", "After a gap", "Bundle", "Chain", "No reason".
std::string patternTitle(Pattern pattern);

}  // namespace recscope
