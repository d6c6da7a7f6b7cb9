// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/store/run_store.h"

namespace recscope {

class Workspace;

/// How often attention and removal find the planted cause of the sample data's "A makes B" test targets.
struct CauseFinding {
    std::int64_t cases = 0;      ///< users whose test target was caused by an earlier item after a gap
    std::string bestHead;        ///< "layer 2, head 1": chosen on the validation targets; empty without attention
    double attentionShare = 0;   ///< share in which that head's largest weight of the last row is the cause
    double anyHeadShare = 0;     ///< share in which some head's largest weight of the last row is the cause
    double removalShare = 0;     ///< share in which the largest removal effect is the cause
    double attentionChance = 0;  ///< mean of 1 / positions
    double anyHeadChance = 0;    ///< mean of 1 - (1 - 1 / positions)^(layers * heads)
    double removalChance = 0;    ///< mean of 1 / items removed in turn
};

/// Throws Error(Input) if the run's dataset has no planted causes.
CauseFinding findPlantedCauses(Workspace& workspace, RunId run);

}  // namespace recscope
