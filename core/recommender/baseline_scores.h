// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>

#include "core/metrics/baselines.h"
#include "core/recommender/references.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// `reference`: the name and the detail of a baseline, without metrics.
using BaselineVisitor =
    std::function<void(Reference reference, const Histories& histories, const BaselineScore& score)>;

/// Passes the baselines behind `referencesFor`, with which runs under this protocol are compared, to `visit`. Throws
/// Error(Cancelled).
void visitBaselines(Workspace& workspace, DatasetId dataset, const Protocol& protocol, const BaselineVisitor& visit,
                    const std::stop_token& stop);

}  // namespace recscope
