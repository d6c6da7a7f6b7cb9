// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/training_batches.h"

namespace recscope {

/// Splits each micro-batch of two or more histories in two, so that one forward and backward pass covers about half as
/// many positions. Loss and gradients stay the same up to the order of sums. If `MicroBatch::scored` is set, its value
/// is read from the device, which waits for pending work.
TrainingBatch halved(const TrainingBatch& batch);

/// Whether any micro-batch has two or more histories.
bool canBeHalved(const TrainingBatch& batch);

}  // namespace recscope
