// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how well a run predicts each planted pattern of a dataset, that is, each rule by which the sample data
// generates items.
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
    Interval hr10Interval;        ///< 95 % interval of `hr10` (Wilson)
    Interval ndcg10Interval;      ///< 95 % interval of `ndcg10` (Student's t), clipped to 0…1
};

/// The scores over the users whose held-out item was caused by one planted pattern.
struct PatternRow {
    std::optional<Pattern> pattern;    ///< nothing = all users together
    std::int64_t users = 0;            ///< number of scored users
    PatternScore run;                  ///< score of the run; meaningless if `users` is 0
    std::optional<PatternScore> best;  ///< expected best score on these users (see `PatternTable`); nothing if unknown
    std::vector<UserRank> ranks;       ///< the run's ranks for these users, in user order, for paired differences
    MeanInterval gapToBest;            ///< mean of best - run in NDCG@10 over these users, paired by user
};

/// How well a run predicts held-out items, by the planted pattern that caused them, compared with the expected best:
/// - For one pattern, the expected best ranks items by the true probabilities of that pattern alone.
/// - For all users together, the expected best ranks items by the overall true probabilities. This gives no upper bound
///   for a single pattern, because it may sacrifice one pattern for another.
/// No model can be expected to exceed either of them, although a model may do so by luck on the given users.
struct PatternTable {
    Protocol protocol;  ///< protocol of all numbers
    Split split = Split::Test;
    std::vector<PatternRow> patterns;  ///< one row per pattern that caused a held-out item, in the order of `Pattern`
    PatternRow all;                    ///< all users together
};

/// Compares two models on the users whose held-out item was caused by one planted pattern.
struct PatternDifference {
    Pattern pattern;
    std::int64_t users = 0;  ///< number of users scored for both models
    double a = 0, b = 0;     ///< mean NDCG@10 of each model over these users
    MeanInterval ndcg10;     ///< mean of a - b in NDCG@10, paired by user
};

/// Data shared by all runs of a dataset: the cause of each user's held-out item, and the expected best ranks.
struct PatternCases {
    Protocol protocol;
    Split split = Split::Test;
    /// One entry per user of the dataset; nothing if the user has no held-out item or its cause is unknown.
    std::vector<std::optional<Pattern>> patterns;
    /// Expected best ranks in user order; empty if unknown under this protocol. `best` ranks by the true probabilities
    /// of the pattern that caused the held-out item, `bestOfAll` by the overall true probabilities.
    std::vector<UserRank> best, bestOfAll;
};

/// Computes the shared data. Throws Error(Input) if the dataset does not record why its interactions happened, and
/// Error(Cancelled).
PatternCases patternCases(Workspace& workspace, DatasetId dataset, const Protocol& protocol, Split split,
                          const std::stop_token& stop = {});

/// The table of a model. `ranks`: the model's ranks under the protocol of `cases`, for all or some users, in user
/// order.
PatternTable patternTable(const PatternCases& cases, std::span<const UserRank> ranks);

/// The table of a run under its own protocol. Uses the run's stored ranks if there are any; otherwise evaluates its
/// best weights and stores the ranks, as `evaluateRun` does. Throws for the same reasons as `patternCases` and
/// `evaluateRun`.
PatternTable patternTable(Workspace& workspace, RunId run, Split split, const ProgressSink& progress = {},
                          const std::stop_token& stop = {});

/// For each planted pattern, the difference between two models with ranks `a` and `b` (both in user order, under the
/// protocol of `cases`); patterns without users scored for both models have no entry.
std::vector<PatternDifference> patternDifferences(const PatternCases& cases, std::span<const UserRank> a,
                                                  std::span<const UserRank> b);

/// The displayed name of a planted pattern: "Start", "Repeat", "After a gap", "Bundle", "Chain", "No reason".
std::string patternTitle(Pattern pattern);

}  // namespace recscope
