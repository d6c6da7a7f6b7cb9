// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_weights.h"

#include <QCoreApplication>

#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("runWeights", text);
}

}  // namespace

bool hasWeights(const RunRecord& run) {
    return run.bestEpoch > 0 || isAdopted(run);
}

bool isAdopted(const RunRecord& run) {
    return run.epochsDone == 0 && run.state == RunState::Finished;
}

QString keptWeightsText(const RunRecord& run) {
    if (isAdopted(run)) return tr("from elsewhere");
    if (run.bestEpoch == 0) return tr("none yet");
    return tr("epoch %1 of %2 (kept)").arg(wholeNumber(run.bestEpoch), wholeNumber(run.epochsDone));
}

QString keptWeightsText(std::int64_t bestEpoch) {
    return bestEpoch > 0 ? tr("epoch %1 (kept)").arg(wholeNumber(bestEpoch)) : tr("from elsewhere");
}

}  // namespace recscope::ui
