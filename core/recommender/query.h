// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/sequence/history.h"

namespace recscope {

/// Replaces an item that a model must not read, without moving the other items of the history. Models that predict
/// masked items read [MASK] instead, causal models exclude the position by the attention mask, and other models skip
/// it.
inline constexpr Token kHiddenItem = kPadToken;

/// What a recommendation is computed from: a history, a user and a time. A model reads only what its capabilities
/// state.
struct Query {
    History history;                   ///< oldest first: items or kHiddenItem; times only for models that read them
    std::optional<std::int32_t> user;  ///< index of the user in the training dataset; nothing for an unknown user
    /// Unix seconds of the interaction to predict; nothing: the time of the newest item.
    std::optional<std::int64_t> time = {};
};

}  // namespace recscope
