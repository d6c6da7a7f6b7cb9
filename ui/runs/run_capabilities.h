// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/capabilities.h"
#include "core/store/run_store.h"

namespace recscope::ui {

/// What a run's model supports, according to its config. Returns no capabilities if this version of the program cannot
/// read the config.
Capabilities capabilitiesOf(const RunRecord& run);

/// True if the run's model provides attention maps with one row per position.
bool hasAttention(const RunRecord& run);

}  // namespace recscope::ui
