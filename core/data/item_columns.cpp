// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the columns of the interactions that describe the items: see addItemColumns in column_roles.h.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/data/column_names.h"
#include "core/data/column_roles.h"

namespace recscope {

namespace {

/// True for a column "product name" beside the item column "product id" if its values differ in hardly any rows of the
/// same item.
bool isNamedAfter(const ColumnProfile& profile, const ColumnProfile& item) {
    std::string stem = plainName(item.name);
    constexpr std::string_view kId = "id";
    if (!stem.ends_with(kId)) return false;
    stem.resize(stem.size() - kId.size());
    const std::string name = plainName(profile.name);
    if (name != stem + "name" && name != stem + "title") return false;
    std::unordered_map<std::uint32_t, std::uint32_t> first;
    std::size_t differing = 0;
    for (std::size_t row = 0; row < std::min(item.codes.size(), profile.codes.size()); ++row) {
        if (item.codes[row] == 0 || profile.codes[row] == 0) continue;
        const auto [entry, isNew] = first.try_emplace(item.codes[row], profile.codes[row]);
        differing += !isNew && entry->second != profile.codes[row];
    }
    constexpr std::size_t kRowsPerError = 50;
    return profile.present() > 0 && kRowsPerError * differing <= profile.present();
}

/// True if the column can describe the items: each item has one value, and not all have the same.
bool describesItems(const ColumnProfile& profile, const ColumnProfile& item) {
    if (isNamedAfter(profile, item)) return true;
    switch (profile.kind) {
        case ColumnKind::Empty:
        case ColumnKind::Constant:
        case ColumnKind::Time:
        case ColumnKind::Clock:
        case ColumnKind::RowId:
        case ColumnKind::Coordinate:
            return false;
        default:
            break;
    }
    constexpr double kMaxMissing = 0.5;
    return profile.distinct >= 2 && profile.missingShare() < kMaxMissing && determines(item, profile);
}

/// True if nearly every item has a text of its own: titles rarely repeat and are not numbers.
bool areTitles(const ColumnProfile& profile, const ColumnProfile& item) {
    constexpr double kMostNumbers = 0.5, kLong = 100, kLongName = 300, kMinShareOfItems = 0.8;
    const double limit = isNamedAfter(profile, item) ? kLongName : kLong;
    return profile.numberShare < kMostNumbers && profile.averageLength <= limit && profile.kind != ColumnKind::Url &&
           static_cast<double>(profile.distinct) >= kMinShareOfItems * static_cast<double>(item.distinct);
}

}  // namespace

void addItemColumns(const std::vector<ColumnProfile>& profiles, ColumnRoles& roles) {
    if (!roles.item || *roles.item >= profiles.size()) return;
    const ColumnProfile& item = profiles[*roles.item];
    std::vector<std::size_t> free;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        if (!roles.of(column) && !profiles[column].name.empty() && describesItems(profiles[column], item))
            free.push_back(column);
    }
    const bool isTitleChosen = roles.title.has_value();
    int best = 0;
    for (const std::size_t column : free) {
        const int rank = titleNameRank(profiles[column].name, item.name);
        if (isTitleChosen || rank <= best || !areTitles(profiles[column], item)) continue;
        best = rank;
        roles.title = column;
    }
    // Of "category_id" and "category_name", the column of words is the better category.
    for (const bool areNumbers : {false, true}) {
        for (const std::size_t column : free) {
            constexpr double kMostNumbers = 0.5;
            const bool isNumber = profiles[column].numberShare >= kMostNumbers;
            if (!roles.category && !roles.of(column) && isNumber == areNumbers && namesCategory(profiles[column].name))
                roles.category = column;
        }
    }
    for (const std::size_t column : free) {
        if (!roles.of(column) && namesItemAttribute(profiles[column].name)) roles.attributes.push_back(column);
    }
}

}  // namespace recscope
