// SPDX-License-Identifier: GPL-3.0-or-later
// From the model that LibTorch holds to the packed one, and back.
#pragma once

#include "core/models/transformer/packed_model.h"
#include "core/models/transformer/sequence_model.h"

namespace recscope {

/// So many floats after each other begin on cache lines.
std::int64_t alignedCount(std::int64_t count);

/// How many floats the gradients of all parameters take, each aligned.
std::int64_t gradientCount(const SequenceModel& model);

/// The model's tensors as the packed form sees them, with their gradients one after the other from `gradients` (or
/// none).
kernels::Parameters parametersOf(const SequenceModel& model, float* gradients);

}  // namespace recscope
