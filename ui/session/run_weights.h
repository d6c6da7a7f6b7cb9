// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/store/run_store.h"

namespace recscope::ui {

/// True once the run has weights to inspect: an epoch was validated, or the weights were trained elsewhere.
bool hasWeights(const RunRecord& run);
/// True for a run made from weights that another program trained; the epoch of such weights is not known.
bool isAdopted(const RunRecord& run);

/// The weights of a run that are used unless stated otherwise: "epoch 8 of 12 (kept)", "from elsewhere", "none yet".
/// Shown beside ranks, because each epoch ranks differently.
QString keptWeightsText(const RunRecord& run);
/// For callers that know only the epoch of the kept weights: "epoch 8 (kept)"; `bestEpoch` 0 = trained elsewhere.
QString keptWeightsText(std::int64_t bestEpoch);

}  // namespace recscope::ui
