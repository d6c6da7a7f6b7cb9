// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/metrics/protocol.h"
#include "core/store/run_store.h"
#include "core/util/translated.h"

namespace recscope {

class Workspace;

/// Reference values of the same dataset and protocol, to draw beside the curves.
struct Reference {
    std::string name;  ///< "Popularity", "Last item (bigram)", "Best reachable": stored, so translated when shown
    Metrics valid, test;
    bool isCeiling = false;  ///< what no model can exceed: a bound, not a rule one could use
};

/// What every run stands beside: popularity (POP), a bigram that knows the last item only, and where the dataset knows
/// it, the best reachable metrics. Kept in the workspace. Throws Error(Cancelled).
std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const Protocol& protocol,
                                     const std::stop_token& stop = {});
/// The same under the dataset's default protocol.
std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const std::stop_token& stop = {});

}  // namespace recscope
