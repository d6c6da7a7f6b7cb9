// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/query_reading.h"

#include <algorithm>

namespace recscope {

std::optional<Token> newestItem(std::span<const Token> history) {
    const auto newest =
        std::find_if(history.rbegin(), history.rend(), [](Token token) { return token != kHiddenItem; });
    return newest == history.rend() ? std::nullopt : std::optional(*newest);
}

std::vector<float> atPositions(std::span<const Token> history, std::int64_t maxPositions,
                               std::span<const float> values) {
    if (maxPositions > 0 && static_cast<std::int64_t>(history.size()) > maxPositions)
        history = history.last(static_cast<std::size_t>(maxPositions));
    std::vector<float> spread(history.size(), 0.0F);
    auto value = values.begin();
    for (std::size_t i = 0; i < history.size() && value != values.end(); ++i)
        if (history[i] != kHiddenItem) spread[i] = *value++;
    return spread;
}

std::int64_t userRow(const Query& query, std::int32_t userCount) {
    return query.user && *query.user >= 0 && *query.user < userCount ? *query.user + 1 : 0;
}

OwnedHistory withoutBlanks(const History& history) {
    OwnedHistory rest;
    for (std::size_t i = 0; i < history.size(); ++i) {
        if (history[i] == kHiddenItem) continue;
        rest.items.push_back(history[i]);
        if (history.hasTimes()) rest.times.push_back(history.times()[i]);
    }
    return rest;
}

}  // namespace recscope
