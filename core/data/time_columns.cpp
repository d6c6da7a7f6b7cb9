// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/time_columns.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "core/data/column_names.h"
#include "core/data/role_scores.h"

namespace recscope {

namespace {

using Profiles = std::vector<ColumnProfile>;

constexpr std::array<std::string_view, 4> kOtherDates = {"release", "birth", "dob", "expir"};

/// True for the name of a date that belongs to an item or a user, not to an interaction.
bool namesOtherDate(const std::string& name) {
    const std::string plain = plainName(name);
    return std::any_of(kOtherDates.begin(), kOtherDates.end(),
                       [&](std::string_view word) { return plain.find(word) != std::string::npos; });
}

/// Columns with the names of the parts of a date: "day", "month" and "year", with or without a time of day.
std::vector<std::size_t> datePartColumns(const Profiles& profiles) {
    constexpr std::array<const char*, 6> kParts = {"year", "month", "day", "hour", "minute", "second"};
    std::string prefix;  // "votetime" if the columns are "vote_time_year", "vote_time_month", …
    for (const ColumnProfile& profile : profiles) {
        const std::string name = plainName(profile.name);
        const bool isOther = namesOtherDate(profile.name);
        if (prefix.empty() && name.ends_with("year") && name != "year" && !isOther)
            prefix = name.substr(0, name.size() - 4);
    }
    std::vector<std::size_t> columns;
    for (const char* part : kParts) {
        bool isFound = false;
        for (std::size_t column = 0; column < profiles.size() && !isFound; ++column) {
            const std::string name = plainName(profiles[column].name);
            const bool fits = profiles[column].numberShare >= 0.9 && profiles[column].wholeShare >= 0.9 &&
                              (profiles[column].largest <= 60 || part == kParts[0]);
            isFound = fits &&
                      (name == part || name == std::string("date") + part || name == std::string(part) + "s" ||
                       name == std::string("time") + part || name == std::string(part) + "ofmonth" ||
                       (!prefix.empty() && (name == prefix + part || (part == kParts[2] && name == prefix + "date"))));
            if (isFound) columns.push_back(column);
        }
        if (!isFound) break;
    }
    if (columns.size() < 3) return {};
    if (columns.size() == 4) columns.pop_back();  // drops the hour: no time pattern has an hour without minutes
    const ColumnProfile& year = profiles[columns[0]];
    return year.smallest >= 1950 && year.largest < 2100 ? columns : std::vector<std::size_t>();
}

/// Diginetica's column "timeframe": milliseconds since the beginning of the session, whose date is in another column.
std::optional<std::size_t> timeframeColumn(const Profiles& profiles) {
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        if (plainName(profile.name) == "timeframe" && profile.wholeShare >= 0.9 && profile.smallest >= 0) return column;
    }
    return std::nullopt;
}

/// The word before "id" or "time" in a name such as "Quiz ID" or "quiz_time", in lower case; empty if there is none.
std::string nounOf(const std::string& name) {
    std::string noun;
    for (const char c : name) {
        const bool isNextWord = !noun.empty() && std::isupper(static_cast<unsigned char>(c)) != 0;
        if (std::isalpha(static_cast<unsigned char>(c)) == 0 || isNextWord) break;
        noun += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return noun.size() < name.size() ? noun : std::string();
}

double timeScore(const Profiles& profiles, std::size_t column, const ColumnRoles& roles, const RoleWeights& weights) {
    const ColumnProfile& profile = profiles[column];
    double score = meaningOf(profile.name, weights).time - weights.timeMissing * profile.missingShare();
    if (profile.time->hasClock) score += weights.clock;
    if (!profile.time->isPlausible) score -= weights.implausible;
    if (profile.time->format == TimeFormat::ExcelDays) score -= weights.spreadsheetDays;
    if (roles.item && determines(profiles[*roles.item], profile)) score -= weights.timeOfItem;
    if (roles.user && determines(profiles[*roles.user], profile)) score -= weights.timeOfUser;
    // Prefer the time column that shares its first word with the item column: in "Lecture ID,Lecture Time,Quiz ID,Quiz
    // Time" with the item Quiz ID, that is Quiz Time.
    if (roles.item && !nounOf(profile.name).empty() && nounOf(profile.name) == nounOf(profiles[*roles.item].name))
        score += weights.timeOfSameNoun;
    return score;
}

}  // namespace

std::vector<std::size_t> timeColumns(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles,
                                     const RoleWeights& weights) {
    std::optional<std::size_t> best, clock;
    const auto isOfRecord = [&](std::size_t column) {
        const std::string name = plainName(profiles[column].name);
        return name == "createdat" || name == "updatedat" || name == "insertedat";
    };
    const auto isSuitable = [&](std::size_t column) {
        return meaningOf(profiles[column].name, weights).time >= kKnownName && profiles[column].time->isPlausible &&
               profiles[column].missing == 0 && !(roles.item && determines(profiles[*roles.item], profiles[column])) &&
               !(roles.user && determines(profiles[*roles.user], profiles[column]));
    };
    double bestScore = kNever;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        if (column == roles.user || column == roles.item || column == roles.rating) continue;
        if (profiles[column].kind == ColumnKind::Clock && !clock) clock = column;
        if (profiles[column].kind != ColumnKind::Time || namesOtherDate(profiles[column].name)) continue;
        const double score = timeScore(profiles, column, roles, weights);
        // "created_at" and the like say when the row was written, possibly long after the event. If such a column and
        // another one are both suitable (`isSuitable`), the other one is preferred.
        const bool isBetter =
            !best ||
            (isOfRecord(*best) != isOfRecord(column) && isSuitable(*best) && isSuitable(column) ? isOfRecord(*best)
                                                                                                : score > bestScore);
        if (!isBetter) continue;
        best = column;
        bestScore = score;
    }
    const std::vector<std::size_t> parts = datePartColumns(profiles);
    if (!parts.empty() && (!best || !profiles[*best].time->isPlausible)) return parts;
    if (!best) return {};
    if (profiles[*best].time->hasClock) return {*best};
    if (clock) return {*best, *clock};
    if (const auto frame = timeframeColumn(profiles); frame && profiles[*best].time->format == TimeFormat::Date)
        return {*best, *frame};
    return {*best};
}

}  // namespace recscope
