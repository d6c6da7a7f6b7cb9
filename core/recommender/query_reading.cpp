// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/query_reading.h"

#include <algorithm>

namespace recscope {

std::optional<Token> newestItem(std::span<const Token> history) {
    const auto newest = std::find_if(history.rbegin(), history.rend(), [](Token token) { return token != kBlankItem; });
    return newest == history.rend() ? std::nullopt : std::optional(*newest);
}

std::int64_t userRow(const Query& query, std::int32_t userCount) {
    return query.user && *query.user >= 0 && *query.user < userCount ? *query.user + 1 : 0;
}

}  // namespace recscope
