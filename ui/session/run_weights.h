// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/run_store.h"

namespace recscope::ui {

/// True once there is something to look into: an epoch was validated, or the weights were made elsewhere.
bool hasWeights(const RunRecord& run);
/// True for weights that another program trained: no epoch is known of them.
bool isAdopted(const RunRecord& run);

}  // namespace recscope::ui
