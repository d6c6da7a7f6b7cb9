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

/// The waiting times on the Explore page: a click, the removal test, what-if of two runs; each alone and while a
/// training with `config` runs in a thread that yields as the window's jobs do. `plain` is the output of
/// tests/bench/plain_*.py, the baseline of the click; the baseline of the other two is one prediction at a time.
std::vector<Measurement> benchExplore(Workspace& workspace, const DatasetInfo& dataset, const std::string& title,
                                      const RunConfig& config, RunId run, const Json& plain,
                                      DeviceChoice trainsOn = DeviceChoice::Cpu);

}  // namespace recscope::bench
