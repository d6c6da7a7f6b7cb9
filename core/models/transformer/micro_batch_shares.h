// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/batch/training_batches.h"

namespace recscope {

/// For each worker the indices of its micro-batches: the most expensive first, each assigned to the least loaded
/// worker. The same on every rank that shares a batch.
std::vector<std::vector<std::size_t>> shareOut(const TrainingBatch& batch, const RunConfig& config, int workers);

}  // namespace recscope
