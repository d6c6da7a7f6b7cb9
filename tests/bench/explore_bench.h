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

/// What a person waits for on the Explore page: a click, the removal test, what-if of two runs; each alone and while a
/// training with `config` runs in a thread that steps back as the window's jobs do. `plain` is what
/// tests/bench/plain_*.py found for the click; the other two are compared with one prediction after the other.
std::vector<Measurement> benchExplore(Workspace& workspace, const DatasetInfo& dataset, const std::string& title,
                                      const RunConfig& config, RunId run, const Json& plain,
                                      DeviceChoice trainsOn = DeviceChoice::Cpu);

}  // namespace recscope::bench
