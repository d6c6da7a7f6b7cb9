// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "bench.h"
#include "core/config/run_config.h"
#include "core/recommender/device_choice.h"
#include "core/sequence/dataset.h"
#include "core/store/run_store.h"

namespace recscope {
class Workspace;
}

namespace recscope::bench {

/// Measures the waiting times on the Explore page: a click, the removal test, and what-if for two runs. Each is
/// measured alone and during a training with `config`, whose thread yields as the window's jobs do. The baseline of the
/// click is in `plain`, the output of tests/bench/plain_*.py; the baseline of the other two is one prediction at a
/// time.
std::vector<Measurement> benchExplore(Workspace& workspace, const DatasetInfo& dataset, const std::string& title,
                                      const RunConfig& config, RunId run, const Json& plain,
                                      DeviceChoice trainsOn = DeviceChoice::Cpu);

}  // namespace recscope::bench
