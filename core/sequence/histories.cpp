// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/histories.h"

namespace recscope {

History Histories::of(std::int32_t user) const {
    const auto u = static_cast<std::size_t>(user);
    return History(items, times)
        .subspan(static_cast<std::size_t>(offsets[u]), static_cast<std::size_t>(offsets[u + 1] - offsets[u]));
}

std::span<const std::int32_t> Histories::ordersOf(std::int32_t user) const {
    if (orders.empty()) return {};
    const auto u = static_cast<std::size_t>(user);
    return std::span(orders).subspan(static_cast<std::size_t>(offsets[u]),
                                     static_cast<std::size_t>(offsets[u + 1] - offsets[u]));
}

void Histories::append(const History& history) {
    items.insert(items.end(), history.begin(), history.end());
    times.insert(times.end(), history.times().begin(), history.times().end());
    offsets.push_back(static_cast<std::int64_t>(items.size()));
}

HistoryCut Histories::cutOf(std::int32_t user) const {
    return cuts.empty() ? recscope::cutOf({}, of(user).size(), {}) : cuts[static_cast<std::size_t>(user)];
}

History Histories::training(std::int32_t user) const {
    return of(user).first(static_cast<std::size_t>(cutOf(user).trainEnd));
}

bool Histories::hasTarget(std::int32_t user, Split split) const {
    return cutOf(user).at(split) >= 0;
}

History Histories::input(std::int32_t user, Split split) const {
    return of(user).first(static_cast<std::size_t>(cutOf(user).at(split)));
}

Token Histories::target(std::int32_t user, Split split) const {
    return of(user)[static_cast<std::size_t>(cutOf(user).at(split))];
}

std::span<const Token> Histories::targets(std::int32_t user, Split split) const {
    const HistoryCut cut = cutOf(user);
    const auto first = static_cast<std::size_t>(cut.at(split));
    const std::size_t count = cut.end(split) > 0 ? static_cast<std::size_t>(cut.end(split)) - first : 1;
    return of(user).items().subspan(first, count);
}

bool Histories::isCold(std::int32_t user, Split split) const {
    const HistoryCut cut = cutOf(user);
    return cut.at(split) < 0 && cut.end(split) > 0;
}

std::optional<std::int64_t> Histories::targetTime(std::int32_t user, Split split) const {
    if (times.empty()) return std::nullopt;
    return of(user).times()[static_cast<std::size_t>(cutOf(user).at(split))];
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
