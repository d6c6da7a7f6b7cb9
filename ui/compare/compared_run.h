// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/metrics/breakdown.h"
#include "core/store/run_store.h"
#include "ui/theme/theme.h"

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
    std::vector<MeanInterval> intervals;  ///< of every metric over the users, in the order of `Metrics::named`

    /// Of this metric, "ndcg@10"; throws std::out_of_range for an unknown one.
    const MeanInterval& interval(const std::string& metric) const;
};

/// Works out curve and intervals of `ranks`; `items` = of the dataset.
RankedEvaluation rankedEvaluation(EvaluationRecord record, std::vector<UserRank> ranks, std::int32_t items);

/// Everything the Compare page shows of one run, read from the workspace in one job.
struct ComparedRun {
    RunRecord record;
    RunStyle style;
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

/// Curves and evaluations of a run; `style` is left to the caller. Throws as the store does.
ComparedRun readRun(Workspace& workspace, RunId run);

}  // namespace recscope::ui
