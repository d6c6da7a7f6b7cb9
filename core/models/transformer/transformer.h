// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include "core/models/transformer/sequence_model.h"
#include "core/models/transformer/transformer_config.h"

namespace recscope {

/// Returns the additive attention mask (B, 1, T, T) of tokens (B, T): 0 where a position may attend to another one, and
/// a large negative number at padding and, for Causal, at later positions. Every position may attend to itself, so that
/// the states at padding, which are not used, stay finite.
torch::Tensor allowedPositions(const torch::Tensor& tokens, AttentionMask attentionMask);

/// A transformer over item and position embeddings whose parts can be switched off by the config keys of the group
/// "Parts". A part that is switched off has no parameters.
std::shared_ptr<SequenceModel> makeTransformer(const TransformerConfig& config, std::int32_t itemCount,
                                               const TransformerTraits& traits);

}  // namespace recscope
