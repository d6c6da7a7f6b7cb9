// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/over_representation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

TraitComparison compared(const TraitFeature& feature, const UserTrait& trait, const Proportion& cohort,
                         const Proportion& others) {
    TraitComparison comparison{.kind = feature.kind,
                               .feature = feature.name,
                               .value = trait.value,
                               .cohort = cohort,
                               .others = others,
                               .difference = cohort.share() - others.share(),
                               .interval = newcombeInterval(cohort, others),
                               .ratio = {}};
    if (others.hits > 0) comparison.ratio = cohort.share() / others.share();
    const ShareTestResult test = compareShares(cohort, others);
    comparison.p = test.p;
    comparison.test = test.test;
    return comparison;
}

}  // namespace

OverRepresentation overRepresentation(const UserTraits& traits, std::span<const std::int32_t> cohort) {
    OverRepresentation result;
    result.cohortUsers = static_cast<std::int64_t>(cohort.size());
    result.otherUsers = traits.userCount - result.cohortUsers;
    if (result.otherUsers == 0 || result.cohortUsers == 0) {
        throw Error(ErrorKind::Input,
                    result.cohortUsers == 0 ? translated("The cohort has no users.")
                                            : translated("The cohort has every user of the dataset."),
                    translated("Choose some of the users: they are compared with all others."));
    }
    std::vector<bool> isMember(static_cast<std::size_t>(traits.userCount));
    for (const std::int32_t user : cohort) isMember[static_cast<std::size_t>(user)] = true;
    std::vector<std::int64_t> knownMembers, known;  // by feature
    for (const TraitFeature& feature : traits.features) {
        std::int64_t members = result.cohortUsers, all = traits.userCount;
        if (!feature.known.empty()) {
            all = std::count(feature.known.begin(), feature.known.end(), true);
            members = std::count_if(cohort.begin(), cohort.end(),
                                    [&](std::int32_t user) { return feature.known[static_cast<std::size_t>(user)]; });
        }
        knownMembers.push_back(members);
        known.push_back(all);
    }
    std::vector<double> p;
    for (const UserTrait& trait : traits.traits) {
        const auto having = static_cast<std::int64_t>(trait.users.size());
        const std::int64_t cases = knownMembers[trait.feature], otherCases = known[trait.feature] - cases;
        if (std::min(having, known[trait.feature] - having) < OverRepresentation::kFewestUsers || cases == 0 ||
            otherCases == 0) {
            ++result.tooRare;
            continue;
        }
        const std::int64_t hits = std::count_if(trait.users.begin(), trait.users.end(), [&](std::int32_t user) {
            return isMember[static_cast<std::size_t>(user)];
        });
        result.traits.push_back(
            compared(traits.features[trait.feature], trait, {hits, cases}, {having - hits, otherCases}));
        p.push_back(result.traits.back().p);
    }
    result.looks = static_cast<std::int64_t>(p.size());
    const std::vector<double> adjusted = benjaminiHochberg(p);
    for (std::size_t i = 0; i < adjusted.size(); ++i) result.traits[i].adjusted = adjusted[i];
    std::stable_sort(result.traits.begin(), result.traits.end(), [](const auto& a, const auto& b) {
        if (a.p != b.p) return a.p < b.p;
        return std::abs(a.difference) > std::abs(b.difference);
    });
    return result;
}

std::int64_t OverRepresentation::findings() const {
    return std::count_if(traits.begin(), traits.end(), isFinding);
}

std::string OverRepresentation::sentence() const {
    const std::string with =
        otherUsers == 1 ? translated("the one other user") : translated("all other {} users", grouped(otherUsers));
    if (looks == 0)
        return translated("Nothing could be compared with {}: no property is shared by {} users.", with, kFewestUsers);
    std::string text = translated(
        "Compared with {}. {} made; the p-values are corrected for that by Benjamini and Hochberg's procedure, so that "
        "at most {:.0f} % of the findings are expected to be due to chance.",
        with, looks == 1 ? translated("1 comparison was") : translated("{} comparisons were", grouped(looks)),
        100 * kFalseShare);
    if (tooRare > 0) {
        text += translated(" Properties that fewer than {} users have, or lack, were not compared ({}).", kFewestUsers,
                           tooRare == 1 ? translated("1 property") : translated("{} properties", grouped(tooRare)));
    }
    return text;
}

}  // namespace recscope
