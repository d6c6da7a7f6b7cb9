// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/sequence/token.h"

namespace recscope {

/// Replaces an item of a history that must not be read while its position stays: [MASK] for models that predict masked
/// items, a position outside the attention mask for causal models, nothing at all for others.
inline constexpr Token kBlank = kPadToken;

/// A user and a history. A model reads the parts that its capabilities state.
struct Query {
    std::span<const Token> history;    ///< oldest first: items or kBlank
    std::optional<std::int32_t> user;  ///< index in the training dataset; none: an unknown user
};

}  // namespace recscope
