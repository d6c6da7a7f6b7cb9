// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/store/run_store.h"

namespace recscope::ui {

/// True once there is something to look into: an epoch was validated, or the weights were made elsewhere.
bool hasWeights(const RunRecord& run);
/// True for weights that another program trained: no epoch is known of them.
bool isAdopted(const RunRecord& run);

/// Which weights of a run are asked wherever it is not said otherwise: "epoch 8 of 12 (kept)", "from elsewhere",
/// "none yet". A rank means little without it: each epoch ranks otherwise.
QString keptWeightsText(const RunRecord& run);
/// The same where the record is not at hand: "epoch 8 (kept)"; `bestEpoch` 0 = trained elsewhere.
QString keptWeightsText(std::int64_t bestEpoch);

}  // namespace recscope::ui
