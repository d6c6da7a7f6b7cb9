// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/batch/training_batches.h"

namespace recscope {

/// For each worker the indices of its micro-batches: the costliest first, each to the worker with least to do. The same
/// on every process that shares a batch.
std::vector<std::vector<std::size_t>> shareOut(const TrainingBatch& batch, const RunConfig& config, int workers);

}  // namespace recscope
