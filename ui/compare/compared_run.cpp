// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compared_run.h"

#include <algorithm>

#include "core/store/dataset_store.h"
#include "ui/session/run_weights.h"

namespace recscope::ui {

namespace {

constexpr std::int32_t kLongestCurve = 1000, kSampledCandidates = 101;  // the target and 100 others

}  // namespace

const RankedEvaluation* ComparedRun::evaluation(Split split, const Protocol& protocol) const {
    for (const RankedEvaluation& evaluation : evaluations)
        if (evaluation.record.split == split && evaluation.record.protocol == protocol) return &evaluation;
    return nullptr;
}

bool canBeScored(const RunRecord& run, const Scoring& scoring) {
    const Protocol& own = run.protocol;
    if (own.split != scoring.protocol.split || own.trainedOnValidation != scoring.protocol.trainedOnValidation)
        return false;
    return hasWeights(run) && !(own.trainedOnValidation && scoring.split == Split::Valid);
}

ComparedRun readRun(Workspace& workspace, RunId run) {
    const RunStore store(workspace);
    ComparedRun result;
    result.record = store.byId(run);
    result.epochs = store.epochs(run);
    const auto items = std::int32_t(DatasetStore(workspace).byId(result.record.dataset).items);
    for (const EvaluationRecord& record : store.evaluations(run)) {
        const bool all = record.protocol.candidates == Candidates::Full;
        std::vector<UserRank> ranks = store.ranks(run, record.split, record.protocol);
        std::vector<CurvePoint> curve = curveOverK(ranks, std::min(items, all ? kLongestCurve : kSampledCandidates));
        result.evaluations.push_back({record, std::move(ranks), std::move(curve)});
    }
    return result;
}

}  // namespace recscope::ui
