// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/over_representation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/metrics/stratified_shares.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The approximate number of users in a group of similar history length. A group is small enough that lengths hardly
/// differ within it, and most groups are large enough to contain users of the cohort and other users.
constexpr int kUsersPerGroup = 20;

enum Side : std::uint8_t { kMember, kOther, kNeither };

/// Assigns each user to a side (cohort, others, neither) and to a stratum: one stratum per group of history lengths if
/// lengths are matched, otherwise a single one. U = number of users.
struct Sides {
    std::vector<Side> side;            ///< side of each user, shape (U)
    std::vector<std::size_t> stratum;  ///< stratum of each user, shape (U)
    std::size_t strata = 1;

    /// Counts these users by stratum and side. The counts are in `cases`; `hits` stay 0.
    template <class Users>
    std::vector<Stratum> count(const Users& users) const {
        std::vector<Stratum> counts(strata);
        for (const std::int32_t user : users) {
            const auto u = static_cast<std::size_t>(user);
            if (side[u] == kNeither) continue;
            Stratum& counted = counts[stratum[u]];
            ++(side[u] == kMember ? counted.a : counted.b).cases;
        }
        return counts;
    }
};

Sides sidesOf(const UserTraits& traits, std::span<const std::int32_t> cohort, const CohortBasis& basis) {
    Sides sides{.side = std::vector(static_cast<std::size_t>(traits.userCount), basis.candidates ? kNeither : kOther),
                .stratum = std::vector<std::size_t>(static_cast<std::size_t>(traits.userCount))};
    if (basis.candidates)
        for (const std::int32_t user : *basis.candidates)
            if (user < traits.userCount) sides.side[static_cast<std::size_t>(user)] = kOther;
    for (const std::int32_t user : cohort) {
        Side& side = sides.side[static_cast<std::size_t>(user)];
        if (side == kOther) side = kMember;
    }
    return sides;
}

/// Divides the users into strata of similar history length, instead of the single stratum.
void matchLengths(Sides& sides, const std::vector<std::int32_t>& lengths) {
    std::vector<double> values;
    for (std::size_t user = 0; user < lengths.size(); ++user)
        if (sides.side[user] != kNeither) values.push_back(lengths[user]);
    const auto groups = quantileGroups(values, std::max<int>(1, static_cast<int>(values.size()) / kUsersPerGroup));
    sides.strata = std::max<std::size_t>(1, groups.size());
    for (std::size_t user = 0; user < lengths.size(); ++user) {
        if (sides.side[user] == kNeither) continue;
        const auto group = std::lower_bound(groups.begin(), groups.end(), static_cast<double>(lengths[user]),
                                            [](const auto& bounds, double value) { return bounds.second < value; });
        sides.stratum[user] = static_cast<std::size_t>(group - groups.begin());
    }
}

/// Compares the cohort with the other users in one trait. `known` counts the users whose value is known, `having`
/// counts the users who have the trait; both per stratum.
TraitComparison compared(const TraitFeature& feature, const UserTrait& trait, std::vector<Stratum> known,
                         const std::vector<Stratum>& having) {
    for (std::size_t i = 0; i < known.size(); ++i) {
        known[i].a.hits = having[i].a.cases;
        known[i].b.hits = having[i].b.cases;
    }
    TraitComparison comparison{.kind = feature.kind,
                               .feature = feature.name,
                               .value = trait.value,
                               .cohort = known.front().a,
                               .others = known.front().b,
                               .othersShare = known.front().b.share(),
                               .interval = {},
                               .ratio = {}};
    if (known.size() == 1) {
        const ShareTestResult test = compareShares(comparison.cohort, comparison.others);
        comparison.p = test.p;
        comparison.test = test.test;
        comparison.interval = newcombeInterval(comparison.cohort, comparison.others);
    } else {
        const StratifiedComparison matched = compareStrata(known);
        comparison.cohort = matched.a;
        comparison.others = matched.b;
        comparison.othersShare = matched.shareOfB;
        comparison.interval = matched.interval;
        comparison.p = matched.test.p;
        comparison.test = matched.test.test;
    }
    comparison.difference = comparison.cohort.share() - comparison.othersShare;
    if (comparison.othersShare > 0) comparison.ratio = comparison.cohort.share() / comparison.othersShare;
    return comparison;
}

[[noreturn]] void failWithoutOthers(const CohortBasis& basis, std::int64_t members) {
    if (members == 0)
        throw Error(ErrorKind::Input, translated("The cohort has no users."),
                    translated("Choose some of the users: they are compared with all others."));
    if (basis.candidates)
        throw Error(ErrorKind::Input, translated("The cohort has every user who could have been chosen."),
                    translated("Choose some of them: they are compared with the others."));
    throw Error(ErrorKind::Input, translated("The cohort has every user of the dataset."),
                translated("Choose some of the users: they are compared with all others."));
}

std::int64_t countOf(const std::vector<Side>& sides, Side requested) {
    return std::count(sides.begin(), sides.end(), requested);
}

}  // namespace

OverRepresentation overRepresentation(const UserTraits& traits, std::span<const std::int32_t> cohort,
                                      const CohortBasis& basis) {
    OverRepresentation result;
    result.criteria = basis.criteria;
    Sides sides = sidesOf(traits, cohort, basis);
    result.cohortUsers = countOf(sides.side, kMember);
    result.otherUsers = countOf(sides.side, kOther);
    result.excludedUsers = countOf(sides.side, kNeither);
    if (result.otherUsers == 0 || result.cohortUsers == 0) failWithoutOthers(basis, result.cohortUsers);
    if (result.excludedUsers > 0) result.candidates = candidatesDescription(basis);
    result.isLengthMatched = basis.dependsOnLength() && !traits.lengths.empty();
    if (result.isLengthMatched) matchLengths(sides, traits.lengths);

    std::vector<std::int32_t> allUsers(static_cast<std::size_t>(traits.userCount));
    std::iota(allUsers.begin(), allUsers.end(), 0);
    const std::vector<Stratum> all = sides.count(allUsers);
    for (const Stratum& stratum : all)
        if (!stratum.isMatched()) result.unmatchedUsers += stratum.a.cases;

    std::vector<std::vector<Stratum>> known;  // users whose value is known, indexed by feature
    std::vector<bool> isDecided;
    for (const TraitFeature& feature : traits.features) {
        isDecided.push_back(basis.determines(feature));
        if (isDecided.back()) result.decided.push_back(feature.name);
        if (feature.known.empty()) {
            known.push_back(all);
            continue;
        }
        std::vector<std::int32_t> users;
        for (const std::int32_t user : allUsers)
            if (feature.known[static_cast<std::size_t>(user)]) users.push_back(user);
        known.push_back(sides.count(users));
    }
    std::vector<double> p;
    for (const UserTrait& trait : traits.traits) {
        if (isDecided[trait.feature]) continue;
        const std::vector<Stratum> having = sides.count(trait.users);
        std::int64_t hits = 0, lacks = 0, members = 0, others = 0;
        for (std::size_t i = 0; i < having.size(); ++i) {
            const Stratum& stratum = known[trait.feature][i];
            if (!stratum.isMatched() && having.size() > 1) continue;
            hits += having[i].a.cases + having[i].b.cases;
            lacks += stratum.a.cases + stratum.b.cases - having[i].a.cases - having[i].b.cases;
            members += stratum.a.cases;
            others += stratum.b.cases;
        }
        if (std::min(hits, lacks) < OverRepresentation::kMinUsers || members == 0 || others == 0) {
            ++result.tooRare;
            continue;
        }
        result.traits.push_back(compared(traits.features[trait.feature], trait, known[trait.feature], having));
        p.push_back(result.traits.back().p);
    }
    result.comparisons = static_cast<std::int64_t>(p.size());
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

std::string OverRepresentation::reference() const {
    if (excludedUsers == 0)
        return otherUsers == 1 ? translated("Compared with the one other user.")
                               : translated("Compared with all other {} users.", grouped(otherUsers));
    const std::string comparedWith =
        otherUsers == 1
            ? translated("Compared with the one other user who could have been chosen")
            : translated("Compared with the {} other users who could have been chosen", grouped(otherUsers));
    const std::string comparison =
        candidates.empty() ? translated("{}.", comparedWith) : translated("{}: {}.", comparedWith, candidates);
    return excludedUsers == 1 ? translated("{} The one user who could not have been chosen is left out.", comparison)
                              : translated("{} The {} users who could not have been chosen are left out.", comparison,
                                           grouped(excludedUsers));
}

std::string OverRepresentation::sentence() const {
    std::string text = reference();
    if (isLengthMatched)
        text += translated(
            " Each user is compared with others of about the same history length, because a longer history is "
            "likelier to be chosen.");
    if (unmatchedUsers > 0)
        text +=
            unmatchedUsers == 1
                ? translated(
                      " One user of the cohort is left out, because no other user has a history of about that length.")
                : translated(
                      " {} users of the cohort are left out, because no other users have histories of about their "
                      "length.",
                      grouped(unmatchedUsers));
    if (!decided.empty())
        text += translated(" Not compared, as it follows from how the users were chosen: {}.",
                           listed(decided, decided.size()));
    if (criteria.empty())
        text += translated(
            " How these users were chosen was not recorded: the differences may include the criterion itself, or "
            "reflect who could not be chosen.");
    if (comparisons == 0)
        return text + translated(" Nothing could be compared: no property is shared by {} users.", kMinUsers);
    text += translated(
        " {} made; the p-values are corrected for that by Benjamini and Hochberg's procedure, so that at most {:.0f} % "
        "of the findings are expected to be due to chance.",
        comparisons == 1 ? translated("1 comparison was") : translated("{} comparisons were", grouped(comparisons)),
        100 * kFalseShare);
    if (tooRare > 0) {
        text += translated(" Properties that fewer than {} users have, or lack, were not compared ({}).", kMinUsers,
                           tooRare == 1 ? translated("1 property") : translated("{} properties", grouped(tooRare)));
    }
    return text;
}

}  // namespace recscope
