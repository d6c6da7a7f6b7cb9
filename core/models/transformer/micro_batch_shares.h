// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/batch/training_batches.h"

namespace recscope {

/// Returns the indices of the micro-batches of each worker. The most expensive micro-batches are assigned first, each
/// to the least loaded worker. The result is the same on every rank that shares the batch.
std::vector<std::vector<std::size_t>> shareOut(const TrainingBatch& batch, const RunConfig& config, int workers);

}  // namespace recscope
