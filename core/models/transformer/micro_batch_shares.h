// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/batch/training_batches.h"

namespace recscope {

/// Returns the indices of the micro-batches of each worker. Micro-batches are assigned in descending order of estimated
/// cost, each to the worker with the smallest load so far. Every rank of a process group computes the same assignment.
std::vector<std::vector<std::size_t>> assignMicroBatches(const TrainingBatch& batch, const RunConfig& config,
                                                         int workers);

}  // namespace recscope
