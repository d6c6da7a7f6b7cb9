// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/models/transformer/sequence_model.h"
#include "core/models/transformer/transformer_config.h"
#include "core/recommender/head_steps.h"

namespace recscope {

/// Returns the computation of one attention head at position `row`, step by step. `layer` is the trace of the head's
/// layer for a batch of one history, `model` provides the weights, and `positions` are the tokens that the model read.
/// Precondition: head and row exist.
HeadSteps headStepsOf(const LayerTrace& layer, const SequenceModel& model, const TransformerConfig& config,
                      std::span<const Token> positions, HeadId head, std::int32_t row);

}  // namespace recscope
