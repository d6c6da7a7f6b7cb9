// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/import_filters.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::int32_t kDropped = -1;  // marks a dropped row: replaces its user

std::size_t userCount(const GroupedRows& grouped) {
    return grouped.offsets.size() - 1;
}

/// Removes the dropped rows and closes the gaps.
void removeDropped(GroupedRows& grouped) {
    std::vector<std::int64_t> lengths(userCount(grouped), 0);
    for (const Row& row : grouped.rows) {
        if (row.user != kDropped) ++lengths[static_cast<std::size_t>(row.user)];
    }
    std::erase_if(grouped.rows, [](const Row& row) { return row.user == kDropped; });
    for (std::size_t user = 0; user < lengths.size(); ++user) {
        grouped.offsets[user + 1] = grouped.offsets[user] + lengths[user];
    }
}

void dropDuplicates(GroupedRows& grouped, Duplicates which, ImportReport& report) {
    const std::string reason = which == Duplicates::Last
                                   ? translated("the user has the item more than once: the last one was kept")
                                   : translated("the user has the item more than once: the first one was kept");
    std::vector<std::int32_t> seenBy(grouped.itemCount, kDropped);
    const auto visit = [&](Row& row) {
        std::int32_t& lastUser = seenBy[static_cast<std::size_t>(row.item)];
        if (lastUser == row.user) {
            row.user = kDropped;
            ++report.duplicates;
            if (grouped.isEarlier(row))
                ++report.earlierRowsLeftOut;
            else
                report.drop(reason, grouped.details.lineOf(row));
        } else {
            lastUser = row.user;
        }
    };
    if (which == Duplicates::First) {
        std::for_each(grouped.rows.begin(), grouped.rows.end(), visit);
    } else {
        std::for_each(grouped.rows.rbegin(), grouped.rows.rend(), visit);
    }
    removeDropped(grouped);
}

/// Drops the rows of users or items that have fewer than `minimum` rows, except for rows of an earlier version; returns
/// true if any row was dropped.
bool dropRare(GroupedRows& grouped, std::int32_t Row::*key, std::size_t count, std::int64_t minimum,
              const std::string& reason, ImportReport& report) {
    if (minimum <= 1) return false;
    std::vector<std::int64_t> counts(count, 0);
    for (const Row& row : grouped.rows) ++counts[static_cast<std::size_t>(row.*key)];
    const auto isRare = [&](std::int64_t rows) { return rows > 0 && rows < minimum; };
    if (std::none_of(counts.begin(), counts.end(), isRare)) return false;
    bool isAnyDropped = false;
    for (Row& row : grouped.rows) {
        if (counts[static_cast<std::size_t>(row.*key)] >= minimum || grouped.isEarlier(row)) continue;
        report.drop(reason, grouped.details.lineOf(row));
        row.user = kDropped;
        isAnyDropped = true;
    }
    if (isAnyDropped) removeDropped(grouped);
    return isAnyDropped;
}

}  // namespace

bool hasFilters(const ImportOptions& options) {
    const bool hasMinimum = options.minItemInteractions > 1 || options.minUserInteractions > 1;
    return options.duplicates != Duplicates::All || (options.kCore != KCore::None && hasMinimum) ||
           options.minHistoryLength > 1;
}

void applyFilters(GroupedRows& grouped, const ImportOptions& options, ImportReport& report) {
    if (options.duplicates != Duplicates::All) dropDuplicates(grouped, options.duplicates, report);
    const std::string rareItem = translated("item with fewer than {} interactions", options.minItemInteractions);
    const std::string rareUser = translated("user with fewer than {} interactions", options.minUserInteractions);
    const auto pass = [&] {
        const bool items =
            dropRare(grouped, &Row::item, grouped.itemCount, options.minItemInteractions, rareItem, report);
        const bool users =
            dropRare(grouped, &Row::user, userCount(grouped), options.minUserInteractions, rareUser, report);
        return items || users;
    };
    if (options.kCore != KCore::None) {
        while (pass() && options.kCore == KCore::Iterative) {
        }
    }
    dropRare(grouped, &Row::user, userCount(grouped), options.minHistoryLength,
             translated("history shorter than {}", options.minHistoryLength), report);
}

std::vector<std::int32_t> renumberItems(GroupedRows& grouped) {
    std::vector<std::int32_t> numbers(grouped.itemCount, -1);
    std::fill_n(numbers.begin(), grouped.earlierItems, 0);
    for (const Row& row : grouped.rows) numbers[static_cast<std::size_t>(row.item)] = 0;
    std::int32_t next = 0;
    for (std::int32_t& number : numbers) {
        if (number == 0) number = next++;
    }
    if (next < static_cast<std::int32_t>(grouped.itemCount)) {
        for (Row& row : grouped.rows) row.item = numbers[static_cast<std::size_t>(row.item)];
        grouped.itemCount = static_cast<std::size_t>(next);
    }
    return numbers;
}

std::vector<std::int32_t> renumberUsers(GroupedRows& grouped) {
    std::vector<std::int32_t> numbers(userCount(grouped), -1);
    std::vector<std::int64_t> offsets{0};
    for (std::size_t user = 0; user < numbers.size(); ++user) {
        const std::int64_t begin = grouped.offsets[user], end = grouped.offsets[user + 1];
        if (begin == end) continue;
        numbers[user] = static_cast<std::int32_t>(offsets.size() - 1);
        for (std::int64_t row = begin; row < end; ++row)
            grouped.rows[static_cast<std::size_t>(row)].user = numbers[user];
        offsets.push_back(end);
    }
    grouped.offsets = std::move(offsets);
    return numbers;
}

}  // namespace recscope
