// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the columns of orders and of kinds of events: see addOrderAndKind in column_roles.h.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/data/column_names.h"
#include "core/data/column_roles.h"
#include "core/data/role_scores.h"

namespace recscope {

namespace {

/// How often a value of one column recurs, and in how many of these cases the other column has a different value.
struct Repeats {
    std::size_t all = 0, differing = 0;
};

Repeats repeatsOf(const ColumnProfile& from, const ColumnProfile& to) {
    Repeats repeats;
    std::unordered_map<std::uint32_t, std::uint32_t> first;
    for (std::size_t row = 0; row < std::min(from.codes.size(), to.codes.size()); ++row) {
        if (from.codes[row] == 0 || to.codes[row] == 0) continue;
        const auto [entry, isNew] = first.try_emplace(from.codes[row], to.codes[row]);
        repeats.all += !isNew;
        repeats.differing += !isNew && entry->second != to.codes[row];
    }
    return repeats;
}

constexpr double kMostMissing = 0.5;  // a column with more missing values says nothing about most rows

/// True if each order has one user (null: all rows belong to one person), and some order has more than one line. The
/// column's name must say that it holds orders, so the values need not prove it, as they must in `determines`: a few
/// lines are enough.
bool areOrders(const ColumnProfile& profile, const ColumnProfile* user) {
    if (!namesOrder(profile.name) || (user && namesOrder(user->name)) || cannotBeId(profile)) return false;
    if (profile.distinct < 2 || profile.missingShare() >= kMostMissing) return false;
    constexpr std::size_t kRepeatsPerError = 50;
    const Repeats repeats = repeatsOf(profile, user ? *user : profile);
    return repeats.all > 0 && kRepeatsPerError * repeats.differing <= repeats.all;
}

/// The codes of a column "type" beside user, item and time are kinds of events, unless the user or the item determines
/// them.
bool areTypeCodes(const ColumnProfile& profile, const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles) {
    constexpr std::size_t kMaxCodes = 10;
    const std::string name = plainName(profile.name);
    if (name != "type" && name != "tipo" && name != "typ") return false;
    if (!roles.user || !roles.item || roles.time.empty()) return false;
    if (profile.distinct < 2 || profile.distinct > kMaxCodes || profile.wholeShare < 1 || profile.largest > kMaxCodes)
        return false;
    return !determines(profiles[*roles.item], profile) && !determines(profiles[*roles.user], profile);
}

bool areBits(const ColumnProfile& profile) {
    return profile.distinct == 2 &&
           std::all_of(profile.examples.begin(), profile.examples.end(),
                       [](const std::string& example) { return example == "0" || example == "1"; });
}

/// True for a column "clicked" or "purchased" of 0 and 1: rows with 0 were only shown.
bool tellsWhetherDone(const ColumnProfile& profile) {
    static const std::unordered_set<std::string> kDone = {"clicked", "purchased", "bought", "click", "purchase"};
    return kDone.contains(plainName(profile.name)) && areBits(profile);
}

/// Kinds of events are a few words or numbers. If the name does not say that they are kinds, their values must, and
/// must not follow from the item: "play" can also be a kind of item.
bool areKinds(const ColumnProfile& profile, const ColumnProfile* item) {
    constexpr std::size_t kMaxKinds = 20;
    if (profile.distinct < 2 || profile.distinct > kMaxKinds || profile.distinct == profile.present()) return false;
    if (profile.missingShare() >= kMostMissing || profile.kind == ColumnKind::Time) return false;
    if (namesEventKind(profile.name)) return true;
    const Repeats repeats = item ? repeatsOf(*item, profile) : Repeats();
    const bool followsFromItem = repeats.all > 0 && repeats.differing == 0;
    return !followsFromItem && std::all_of(profile.examples.begin(), profile.examples.end(),
                                           [](const std::string& example) { return isEventKind(example); });
}

}  // namespace

void addOrderAndKind(const std::vector<ColumnProfile>& profiles, ColumnRoles& roles) {
    // Beside "liked", "clicked" is one of several things that happened.
    const bool isOnlyFlag = std::count_if(profiles.begin(), profiles.end(), areBits) == 1;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        if (roles.of(column) || profiles[column].present() == 0) continue;
        const ColumnProfile* user = roles.user ? &profiles[*roles.user] : nullptr;
        if (!roles.order && (user || roles.isOnePerson) && areOrders(profiles[column], user)) {
            roles.order = column;
        } else if (!roles.kind && (areKinds(profiles[column], roles.item ? &profiles[*roles.item] : nullptr) ||
                                   areTypeCodes(profiles[column], profiles, roles) ||
                                   (isOnlyFlag && tellsWhetherDone(profiles[column])))) {
            roles.kind = column;
        }
    }
}

}  // namespace recscope
