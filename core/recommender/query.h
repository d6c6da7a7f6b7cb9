// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/sequence/token.h"

namespace recscope {

/// Replaces an item that a model must not read, without moving the other items of the history. Models that predict
/// masked items read [MASK] instead, causal models exclude the position by the attention mask, and other models skip
/// it.
inline constexpr Token kBlank = kPadToken;

/// A user and a history. A model reads only those of the two that its capabilities state.
struct Query {
    std::span<const Token> history;    ///< oldest first: items or kBlank
    std::optional<std::int32_t> user;  ///< index in the training dataset; none: an unknown user
};

}  // namespace recscope
