// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/histories.h"

namespace recscope {

std::span<const Token> Histories::of(std::int32_t user) const {
    const auto u = static_cast<std::size_t>(user);
    return std::span<const Token>(items).subspan(static_cast<std::size_t>(offsets[u]),
                                                 static_cast<std::size_t>(offsets[u + 1] - offsets[u]));
}

void Histories::append(std::span<const Token> history) {
    items.insert(items.end(), history.begin(), history.end());
    offsets.push_back(static_cast<std::int64_t>(items.size()));
}

double repeatShare(const Histories& histories) {
    if (histories.items.empty()) return 0;
    std::vector<std::int32_t> lastUser(static_cast<std::size_t>(histories.itemCount) + 1, -1);
    std::int64_t repeats = 0;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        for (const Token token : histories.of(user)) {
            std::int32_t& seenBy = lastUser[static_cast<std::size_t>(token)];
            if (seenBy == user) ++repeats;
            seenBy = user;
        }
    }
    return static_cast<double>(repeats) / static_cast<double>(histories.items.size());
}

}  // namespace recscope
