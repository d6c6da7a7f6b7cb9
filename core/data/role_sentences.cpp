// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences that explain the choice of columns.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/data/column_names.h"
#include "core/data/column_roles.h"
#include "core/data/table_recognition.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Profiles = std::vector<ColumnProfile>;

std::string valuesText(const ColumnProfile& profile) {
    std::string text = translated(columnKindName(profile.kind));
    if (profile.kind == ColumnKind::Category || profile.kind == ColumnKind::Flag ||
        profile.kind == ColumnKind::Constant) {
        constexpr std::size_t kShown = 4;
        const std::size_t shown = std::min(profile.examples.size(), kShown);
        text += fmt::format(
            ": {}{}",
            fmt::join(profile.examples.begin(), profile.examples.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
            profile.distinct > shown ? ", …" : "");
    }
    return text;
}

int percent(double share) {
    return static_cast<int>(std::lround(100 * share));
}

bool isSure(const std::string& name, ColumnRole role) {
    const NameMeaning meaning = meaningOf(name);
    switch (role) {
        case ColumnRole::User:
            return meaning.user >= kSureName;
        case ColumnRole::Item:
            return meaning.item >= kSureName;
        case ColumnRole::Time:
            return meaning.time >= kSureName;
        case ColumnRole::Rating:
            return meaning.rating >= kSureName;
        case ColumnRole::Order:
            return namesOrder(name);
        case ColumnRole::Kind:
            return namesEventKind(name);
        case ColumnRole::Title:
            return titleNameRank(name, {}) > 0;
        case ColumnRole::Category:
            return namesCategory(name);
        case ColumnRole::Attribute:
            return namesItemAttribute(name);
    }
    return false;
}

constexpr std::array<const char*, kColumnRoles> kRoleNames = {
    translatable("user"),   translatable("item"),     translatable("time"),
    translatable("rating"), translatable("order"),    translatable("kind of event"),
    translatable("title"),  translatable("category"), translatable("attribute")};

std::string usedWhy(ColumnRole role, RoleReason reason) {
    const std::string what = translated(kRoleNames.at(static_cast<std::size_t>(role)));
    if (reason == RoleReason::Chosen) return translated("Used as the {}, as chosen.", what);
    if (reason == RoleReason::Format) return translated("Used as the {}: the format puts it in this column.", what);
    if (reason == RoleReason::Name) return translated("Used as the {}: its name says so.", what);
    if (role == ColumnRole::Time) return translated("Used as the time: its values are times.");
    if (role == ColumnRole::Rating) return translated("Used as the rating: its values lie on a short scale.");
    return translated("Used as the {}: judged by its values and by the columns beside it.", what);
}

/// Why a column cannot be a user or an item; empty if it can.
std::string whyNot(const ColumnProfile& profile) {
    switch (profile.kind) {
        case ColumnKind::Empty:
            return translated("holds nothing");
        case ColumnKind::Time:
        case ColumnKind::Clock:
            return translated("holds times");
        case ColumnKind::Coordinate:
            return translated("holds coordinates");
        case ColumnKind::Decimal:
            return translated("holds decimals");
        case ColumnKind::Text:
            return translated("holds free text");
        case ColumnKind::List:
            return translated("holds lists");
        case ColumnKind::Constant:
            return translated("holds one value only");
        case ColumnKind::Flag:
            return translated("holds two values only");
        case ColumnKind::Category:
            return translated("holds only {} different values", profile.distinct);
        case ColumnKind::RowId:
            return translated("holds a different value in every row");
        default:
            break;
    }
    if (profile.distinctShare() >= 1) return translated("holds a different value in every row");
    if (profile.missingShare() > 0.5)
        return translated("is empty in {} % of the rows", percent(profile.missingShare()));
    const NameMeaning meaning = meaningOf(profile.name);
    return meaning.user < 0 && meaning.item < 0 ? translated("has a name that suggests something else") : std::string();
}

/// A warning that the time may be that of the record, if its name suggests so and other columns also state a time; else
/// empty.
std::string recordTimeSentence(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles) {
    static constexpr std::array<std::string_view, 8> kRecordTimes = {
        "created", "createdat", "createdon", "updatedat", "loadedat", "insertedat", "importedat", "modifiedat"};
    static constexpr std::array<std::string_view, 6> kPeriods = {"year",    "semester", "term",
                                                                 "quarter", "month",    "week"};
    const auto isOneOf = [](const auto& names, const ColumnProfile& profile) {
        return std::find(names.begin(), names.end(), plainName(profile.name)) != names.end();
    };
    if (roles.time.size() != 1 || !isOneOf(kRecordTimes, profiles[roles.time[0]])) return {};
    std::vector<std::string> periods;
    for (std::size_t column = 0; column < profiles.size(); ++column)
        if (!roles.of(column) && isOneOf(kPeriods, profiles[column])) periods.push_back(columnLabel(profiles, column));
    if (periods.empty()) return {};
    return translated("{} may say when the record was written; {} also say when, but are not used.",
                      columnLabel(profiles, roles.time[0]), listed(periods));
}

}  // namespace

RoleReasons reasonsOf(const Profiles& profiles, const ColumnRoles& roles) {
    RoleReasons reasons;
    reasons.fill(RoleReason::Values);
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const auto role = roles.of(column);
        if (role && isSure(profiles[column].name, *role))
            reasons.at(static_cast<std::size_t>(*role)) = RoleReason::Name;
    }
    return reasons;
}

std::string reasonsText(const TableLayout& layout, const RoleReasons& reasons) {
    const bool isNamed = !layout.columns.empty();
    const auto words = [&](RoleReason reason) {
        switch (reason) {
            case RoleReason::Format:
                return translated("by the format");
            case RoleReason::Chosen:
                return translated("as chosen");
            case RoleReason::Name:
                return layout.delimiter.empty() ? translated("by the keys") : translated("by the header");
            case RoleReason::Values:
                break;
        }
        return isNamed ? translated("by the values") : translated("assumed from the content");
    };
    std::vector<std::string> parts;
    const ColumnRoles roles = rolesOf(layout);
    const ColumnMapping mapping = roles.asMapping();
    bool isGuessed = false;
    for (const RoleReason reason : {RoleReason::Chosen, RoleReason::Format, RoleReason::Name, RoleReason::Values}) {
        std::vector<std::string> names;
        for (std::size_t role = 0; role < reasons.size(); ++role) {
            if (!mapping.of(static_cast<ColumnRole>(role)).empty() && reasons.at(role) == reason)
                names.push_back(translated(kRoleNames.at(role)));
        }
        if (names.empty()) continue;
        isGuessed |= reason == RoleReason::Values;
        parts.push_back(fmt::format("{} {}", listed(names), words(reason)));
    }
    std::string text = parts.size() == 1 ? words(reasons.at(0)) : fmt::format("{}", fmt::join(parts, ", "));
    if (isGuessed) text += translated(": choose the columns if this is wrong");
    return text;
}

std::vector<ColumnFinding> findingsOf(const Profiles& profiles, const ColumnRoles& roles, const RoleReasons& reasons) {
    std::vector<ColumnFinding> findings;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        ColumnFinding finding;
        finding.name = profile.name.empty() ? translated("column {}", column + 1) : profile.name;
        finding.column = column;
        finding.role = roles.of(column);
        finding.kind = profile.kind;
        finding.examples = profile.examples;
        for (std::string& example : finding.examples) {
            if (!isUtf8(example)) example = latin1ToUtf8(example);
        }
        finding.missingShare = profile.missingShare();
        finding.distinct = static_cast<std::int64_t>(profile.distinct);
        finding.rows = static_cast<std::int64_t>(profile.rows);
        if (finding.role) {
            finding.why = usedWhy(*finding.role, reasons.at(static_cast<std::size_t>(*finding.role)));
        } else if (const std::string why = whyNot(profile); !why.empty()) {
            finding.why = translated("Not used: it {}.", why);
        } else {
            finding.why = translated("Not used: another column fits better.");
        }
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<std::string> readingText(const Profiles& profiles, const ColumnRoles& roles, const TimeGuess& time) {
    std::vector<std::string> sentences, otherTimes, unused;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        if (roles.of(column)) continue;
        const ColumnProfile& profile = profiles[column];
        const std::string label = columnLabel(profiles, column);
        if (profile.kind == ColumnKind::Time) {
            otherTimes.push_back(label);
        } else if (profile.kind == ColumnKind::Empty) {
            unused.push_back(translated("{} (empty)", label));
        } else {
            unused.push_back(fmt::format("{} ({})", label, valuesText(profile)));
        }
    }
    if (!roles.time.empty()) {
        std::vector<std::string> labels;
        for (const std::size_t column : roles.time) labels.push_back(columnLabel(profiles, column));
        std::string sentence = translated(
            "Times from {}: {}", listed(labels),
            time.isPlausible ? timeFormatText(time.format, time.pattern)
                             : translated("numbers that are not seconds since 1970, but still give the order"));
        if (!otherTimes.empty()) sentence += translated("; other times, not used: {}", listed(otherTimes));
        sentences.push_back(sentence + ".");
    } else if (!otherTimes.empty()) {
        sentences.push_back(translated("Times that are not used: {}.", listed(otherTimes)));
    }
    if (std::string warning = recordTimeSentence(profiles, roles); !warning.empty())
        sentences.push_back(std::move(warning));
    if (!unused.empty()) sentences.push_back(translated("Not used: {}.", listed(unused, /*limit=*/12)));

    const auto grouping = [](std::size_t number) { return grouped(static_cast<long long>(number)); };
    if (roles.item && *roles.item < profiles.size()) {
        const ColumnProfile& item = profiles[*roles.item];
        if (item.differsInEachRow()) {
            sentences.push_back(translated(
                "Nearly every sampled row has a different item ({} items in {} rows): does {} just number the rows?",
                grouping(item.distinct), grouping(item.present()), columnLabel(profiles, *roles.item)));
        }
    }
    if (roles.user && *roles.user < profiles.size()) {
        const ColumnProfile& user = profiles[*roles.user];
        const bool hasPersons = std::any_of(profiles.begin(), profiles.end(), [](const ColumnProfile& profile) {
            return meaningOf(profile.name).user >= kKnownName;
        });
        if (namesOrder(user.name) && !hasPersons)
            sentences.push_back(
                translated("No column names persons: each {} counts as one user.", columnLabel(profiles, *roles.user)));
        if (user.hasEnoughRows() && user.distinct <= 3) {
            sentences.push_back(translated("{} holds {} in {} rows: is it really the user?",
                                           columnLabel(profiles, *roles.user),
                                           user.distinct == 1 ? translated("only one value")
                                                              : translated("only {} different values", user.distinct),
                                           grouping(user.present())));
        }
    }
    return sentences;
}

std::string whyNoRoles(const Profiles& profiles) {
    std::vector<std::string> reasons;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const std::string why = whyNot(profiles[column]);
        if (!why.empty()) reasons.push_back(fmt::format("{} {}", columnLabel(profiles, column), why));
    }
    return fmt::format("{}", fmt::join(reasons, "; "));
}

}  // namespace recscope
