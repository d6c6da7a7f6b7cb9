// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_weights.h"

namespace recscope::ui {

bool hasWeights(const RunRecord& run) {
    return run.bestEpoch > 0 || isAdopted(run);
}

bool isAdopted(const RunRecord& run) {
    return run.epochsDone == 0 && run.state == RunState::Finished;
}

}  // namespace recscope::ui
