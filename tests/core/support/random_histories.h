// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sequence/histories.h"
#include "core/util/random.h"

namespace recscope {

/// Users with `shortest`…`longest` items each, drawn uniformly with replacement.
inline Histories randomHistories(int users, std::uint64_t shortest, std::uint64_t longest, std::int32_t itemCount,
                                 std::uint64_t seed) {
    Histories histories;
    histories.itemCount = itemCount;
    Random random({seed});
    for (int user = 0; user < users; ++user) {
        std::vector<Token> history(shortest + random.below(longest - shortest + 1));
        for (Token& token : history)
            token = kFirstItemToken + static_cast<Token>(random.below(static_cast<std::uint64_t>(itemCount)));
        histories.append(history);
    }
    return histories;
}

}  // namespace recscope
