// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/cohort_runs.h"

#include <algorithm>

#include "core/metrics/cohort_scope.h"
#include "core/store/cohort_choice.h"

namespace recscope::ui {

ComparedRun restrictedTo(const ComparedRun& run, std::span<const std::int32_t> users) {
    ComparedRun result = run;
    result.isRestricted = true;
    for (RankedEvaluation& evaluation : result.evaluations) {
        const auto longest = std::int32_t(evaluation.curve.size());
        EvaluationRecord record = evaluation.record;
        std::vector<UserRank> ranks = ranksOf(evaluation.ranks, users);
        record.users = std::int64_t(ranks.size());
        record.tieRate = tieRateOf(ranks);
        record.metrics = metricsOf(ranks);
        record.lists.reset();
        evaluation = rankedEvaluation(std::move(record), std::move(ranks), longest);
    }
    // If none of these users has a held-out item, the run is not scored on them.
    std::erase_if(result.evaluations, [](const RankedEvaluation& evaluation) { return evaluation.ranks.empty(); });
    return result;
}

}  // namespace recscope::ui
