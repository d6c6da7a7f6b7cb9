// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/metrics/breakdown.h"
#include "core/metrics/seed_statistics.h"
#include "core/store/run_store.h"

namespace recscope {
class Workspace;
}

namespace recscope::ui {

/// Which held-out items the compared numbers are about, and under which protocol.
struct Scoring {
    Split split = Split::Test;
    Protocol protocol;
    bool operator==(const Scoring&) const = default;
};

/// One stored evaluation with every user's rank.
struct RankedEvaluation {
    EvaluationRecord record;
    std::vector<UserRank> ranks;          ///< ascending by user
    std::vector<CurvePoint> curve;        ///< HR@K and NDCG@K for every K up to the number of candidates, at most 1,000
    std::vector<SeedInterval> intervals;  ///< one per metric, over the users, in the order of `Metrics::named`

    /// The interval of a metric such as "ndcg@10"; throws std::out_of_range for an unknown one.
    const SeedInterval& interval(const std::string& metric) const;
};

/// Computes the curve and the intervals of `ranks`; `items`: number of items of the dataset.
RankedEvaluation rankedEvaluation(EvaluationRecord record, std::vector<UserRank> ranks, std::int32_t items);

/// All data that the Compare page shows about one run, read from the workspace in one job.
struct ComparedRun {
    RunRecord record;
    std::vector<EpochRecord> epochs;
    std::vector<RankedEvaluation> evaluations;
    bool isRestricted = false;  ///< the evaluations cover only a cohort: see restrictedTo

    QString name() const { return QString::fromStdString(record.name); }
    /// Null if the run was not scored under this split and protocol.
    const RankedEvaluation* evaluation(Split split, const Protocol& protocol) const;
};

/// False if a score would be misleading or impossible: the run was trained under another split rule, it differs from
/// `scoring` in whether it trained on the validation items, it was trained on the very items that it would be scored
/// on, or it has no weights.
bool canBeScored(const RunRecord& run, const Scoring& scoring);

/// Runs as read from the workspace. A run that did not change between two reads is the same object in both.
using ComparedRuns = std::vector<std::shared_ptr<const ComparedRun>>;

/// Reads the curves and evaluations of a run; returns `known` if nothing was written to the run since `known` was read.
/// Throws the errors of `RunStore`.
std::shared_ptr<const ComparedRun> readRun(Workspace& workspace, RunId run,
                                           const std::shared_ptr<const ComparedRun>& known = {});

}  // namespace recscope::ui
