// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/sequence/token.h"

namespace recscope {

/// Stands in a history for an item that must not be read while its position stays: [MASK] for models that fill in gaps,
/// for causal ones a position nobody looks at, for others nothing at all.
inline constexpr Token kBlank = kPadToken;

/// Who asks, and what they did. A model reads the part of it that its capabilities say.
struct Query {
    std::span<const Token> history;    ///< oldest first: items or kBlank
    std::optional<std::int32_t> user;  ///< index in the dataset the model learned from; none: somebody it never saw
};

}  // namespace recscope
