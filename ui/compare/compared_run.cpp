// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compared_run.h"

namespace recscope::ui {

const RankedEvaluation* ComparedRun::evaluation(Split split, const Protocol& protocol) const {
    for (const RankedEvaluation& evaluation : evaluations)
        if (evaluation.record.split == split && evaluation.record.protocol == protocol) return &evaluation;
    return nullptr;
}

bool canBeScored(const RunRecord& run, const Scoring& scoring) {
    const Protocol& own = run.protocol;
    if (own.split != scoring.protocol.split || own.trainedOnValidation != scoring.protocol.trainedOnValidation)
        return false;
    return run.epochsDone > 0 && !(own.trainedOnValidation && scoring.split == Split::Valid);
}

ComparedRun readRun(Workspace& workspace, RunId run) {
    const RunStore store(workspace);
    ComparedRun result;
    result.record = store.byId(run);
    result.epochs = store.epochs(run);
    for (const EvaluationRecord& record : store.evaluations(run))
        result.evaluations.push_back({record, store.ranks(run, record.split, record.protocol)});
    return result;
}

}  // namespace recscope::ui
