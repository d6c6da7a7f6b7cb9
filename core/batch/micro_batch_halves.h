// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/training_batches.h"

namespace recscope {

/// The same batch with each micro-batch of two or more histories split in two, so that about half as much is computed
/// at once. Loss and gradients are the same up to the order of sums. Waits for the device where `MicroBatch::scored` is
/// set.
TrainingBatch halved(const TrainingBatch& batch);

/// Whether `halved` would change anything.
bool canBeHalved(const TrainingBatch& batch);

}  // namespace recscope
