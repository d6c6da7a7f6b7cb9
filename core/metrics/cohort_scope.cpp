// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/cohort_scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

std::string CohortScope::sentence() const {
    return translated("only the {} of the cohort \"{}\" (of {})",
                      users == 1 ? translated("one scored user") : translated("{} scored users", grouped(users)), name,
                      grouped(scored));
}

std::string sentenceOf(const Protocol& protocol, const CohortScope& scope) {
    return fmt::format("{}; {}", protocol.sentence(), scope.sentence());
}

std::string jsonOf(const Protocol& protocol, const CohortScope& scope) {
    nlohmann::json object = nlohmann::json::parse(protocol.toJson());
    object["cohort"] = {{"name", scope.name}, {"users", scope.users}, {"scored", scope.scored}};
    return object.dump();
}

std::vector<UserRank> ranksOf(std::span<const UserRank> ranks, std::span<const std::int32_t> users) {
    std::vector<UserRank> chosen;
    std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(chosen),
                 [&](const UserRank& rank) { return std::binary_search(users.begin(), users.end(), rank.user); });
    return chosen;
}

}  // namespace recscope
