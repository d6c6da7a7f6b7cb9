// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

#include "core/config/run_config.h"

namespace recscope {

/// Marks config keys as unknown. This is for weights from another program, from which the architecture can be derived,
/// but not the training config. For an unknown key, `configValue` is empty, `hasConfigKey` is false, and the JSON value
/// is null. The fields keep the model's defaults, so that the model can be made. Keys that the model does not have are
/// ignored.
RunConfig withUnknownKeys(RunConfig config, const std::set<std::string>& keys);

/// The unknown keys of a config; empty for a run that RecScope trained.
std::set<std::string> unknownKeys(const RunConfig& config);

/// Replaces unknown values with the model's defaults, so that the config can be used for training.
RunConfig withDefaultsForUnknown(RunConfig config);

}  // namespace recscope
