// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/capabilities.h"
#include "core/store/run_store.h"

namespace recscope::ui {

/// What can be done with a run, by its config; those of a model without any where another version wrote it.
Capabilities capabilitiesOf(const RunRecord& run);

/// There are attention maps to show.
bool hasAttention(const RunRecord& run);

}  // namespace recscope::ui
