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

/// What is compared: the split and the protocol of the numbers.
struct Scoring {
    Split split = Split::Test;
    Protocol protocol;
    bool operator==(const Scoring&) const = default;
};

/// One stored evaluation with every user's rank.
struct RankedEvaluation {
    EvaluationRecord record;
    std::vector<UserRank> ranks;          ///< in user order
    std::vector<CurvePoint> curve;        ///< HR@K and NDCG@K for every K up to the candidates, 1,000 at most
    std::vector<SeedInterval> intervals;  ///< of every metric over the users, in the order of `Metrics::named`

    /// Of this metric, "ndcg@10"; throws std::out_of_range for an unknown one.
    const SeedInterval& interval(const std::string& metric) const;
};

/// Works out curve and intervals of `ranks`; `items` = of the dataset.
RankedEvaluation rankedEvaluation(EvaluationRecord record, std::vector<UserRank> ranks, std::int32_t items);

/// Everything the Compare page shows of one run, read from the workspace in one job.
struct ComparedRun {
    RunRecord record;
    std::vector<EpochRecord> epochs;
    std::vector<RankedEvaluation> evaluations;
    bool isRestricted = false;  ///< the evaluations are those of a cohort: see restrictedTo

    QString name() const { return QString::fromStdString(record.name); }
    /// Null if this run was not scored so.
    const RankedEvaluation* evaluation(Split split, const Protocol& protocol) const;
};

/// False where a number would claim what is not so: the run was trained on another split, or its weights have seen the
/// items it would be scored on.
bool canBeScored(const RunRecord& run, const Scoring& scoring);

/// Runs as they were read: what did not change in between is the same object.
using ComparedRuns = std::vector<std::shared_ptr<const ComparedRun>>;

/// Curves and evaluations of a run; `known`, if nothing was written to the run since that was read. Throws as the store
/// does.
std::shared_ptr<const ComparedRun> readRun(Workspace& workspace, RunId run,
                                           const std::shared_ptr<const ComparedRun>& known = {});

}  // namespace recscope::ui
