// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// The vocabulary of models: PAD = 0, the dataset's items 1…V, MASK = V + 1. Only this file defines it.
using Token = std::int32_t;

inline constexpr Token kPadToken = 0;
inline constexpr Token kFirstItemToken = 1;

/// V = number of items of the dataset.
constexpr Token maskToken(std::int32_t itemCount) {
    return itemCount + 1;
}
constexpr std::int32_t vocabularySize(std::int32_t itemCount) {
    return itemCount + 2;
}
constexpr bool isItem(Token token, std::int32_t itemCount) {
    return token >= kFirstItemToken && token <= itemCount;
}

}  // namespace recscope
