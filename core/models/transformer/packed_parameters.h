// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the parameters of the LibTorch model to the parameters of the packed model.
#pragma once

#include "core/models/transformer/packed_model.h"
#include "core/models/transformer/sequence_model.h"

namespace recscope {

/// `count` rounded up so that consecutive arrays of floats begin on cache lines.
std::int64_t alignedCount(std::int64_t count);

/// The number of floats that the gradients of all parameters occupy if each begins on a cache line.
std::int64_t gradientCount(const SequenceModel& model);

/// The model's tensors in the form that the packed model uses. Their gradients are stored consecutively from
/// `gradients` on (null: without gradients), each padded to alignedCount() floats.
kernels::Parameters parametersOf(const SequenceModel& model, float* gradients);

}  // namespace recscope
