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

/// Measures the waiting times on the Explore page: a click, the removal test, and what-if for two runs (twice `run`).
/// Each is measured alone and during a training with `config`, whose thread has the same low priority as the jobs of
/// the window. Alone, the baseline of the click is in `plain`, the output of tests/bench/plain_*.py; during a training
/// it is a limit of 50 ms. The baseline of the removal test and of what-if is one prediction at a time instead of a
/// batch.
std::vector<Measurement> benchExplore(Workspace& workspace, const DatasetInfo& dataset, const std::string& title,
                                      const RunConfig& config, RunId run, const Json& plain,
                                      DeviceChoice trainsOn = DeviceChoice::Cpu);

}  // namespace recscope::bench
