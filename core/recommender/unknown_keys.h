// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

#include "core/config/run_config.h"

namespace recscope {

/// Weights from another program determine the architecture, but not the training config. A config with unknown keys has
/// no value for these: `configValue` is empty, `hasConfigKey` false, JSON null. The fields keep the model's defaults,
/// so that the model can be made. Ignores keys that the model does not have.
RunConfig withUnknownKeys(RunConfig config, const std::set<std::string>& keys);

/// The unknown keys of a config; empty for a run that RecScope trained.
std::set<std::string> unknownKeys(const RunConfig& config);

/// The same config with the model's defaults for unknown keys, which can be trained.
RunConfig withDefaultsForUnknown(RunConfig config);

}  // namespace recscope
