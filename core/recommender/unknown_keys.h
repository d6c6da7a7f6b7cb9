// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

#include "core/config/run_config.h"

namespace recscope {

/// Weights that another program trained say how they are built, not how they were trained. A config with unknown keys
/// says nothing for these: `configValue` is empty, `hasConfigKey` false, JSON null. The fields keep the model's
/// defaults, so that the model can be made. Keys that the model has not are left out.
RunConfig withUnknownKeys(RunConfig config, const std::set<std::string>& keys);

/// Those of a config; empty for a run that RecScope trained.
std::set<std::string> unknownKeys(const RunConfig& config);

/// The same config with the model's defaults where nobody knows: what one can train with.
RunConfig withDefaultsForUnknown(RunConfig config);

}  // namespace recscope
