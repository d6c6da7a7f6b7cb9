// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// The first recommendations of each scored user.
struct RecommendedLists {
    static constexpr std::size_t kLength = 10;  ///< K of all metrics of lists

    std::vector<std::int32_t> users;  ///< ascending
    std::vector<Token> items;         ///< (users, kLength), best first; kPadToken after the end of a shorter list

    bool empty() const { return users.empty(); }
    /// The list of `users[index]`, without padding.
    std::span<const Token> of(std::size_t index) const {
        const std::span<const Token> list = std::span(items).subspan(index * kLength, kLength);
        return list.first(static_cast<std::size_t>(std::find(list.begin(), list.end(), kPadToken) - list.begin()));
    }
};

}  // namespace recscope
