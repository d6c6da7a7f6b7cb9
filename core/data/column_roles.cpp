// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/column_roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/data/column_names.h"
#include "core/data/user_or_item.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Profiles = std::vector<ColumnProfile>;

constexpr double kNever = -1000;
constexpr std::size_t kEnoughRows = 50;  // with fewer rows, shares mean little
constexpr double kRowIds = 0.98;         // columns with at least this share of distinct values look like row ids
constexpr double kClose = 1.0;           // readings whose scores differ by less than this are alternatives

/// True for a column with two values such as "TRUE" and "FALSE".
bool isYesNo(const ColumnProfile& profile) {
    static constexpr std::array<std::string_view, 10> kWords = {"true", "false", "yes", "no", "y",
                                                                "n",    "t",     "f",   "on", "off"};
    return profile.kind == ColumnKind::Flag &&
           std::all_of(profile.examples.begin(), profile.examples.end(), [](const std::string& example) {
               return std::find(kWords.begin(), kWords.end(), folded(example)) != kWords.end();
           });
}

/// True for a column that can be neither user nor item, whatever its name.
bool cannotBeId(const ColumnProfile& profile) {
    if (isYesNo(profile)) return true;
    switch (profile.kind) {
        case ColumnKind::Empty:
            return profile.rows > 0;  // in a file with only a header, the names must decide
        case ColumnKind::Time:
        case ColumnKind::Clock:
        case ColumnKind::Coordinate:
        case ColumnKind::List:
            return true;
        default:
            return false;
    }
}

/// The penalty for a column of ids with few distinct values. Two or three values cannot be users or items, and slightly
/// more are unlikely to be.
double againstFew(const ColumnProfile& profile) {
    constexpr std::size_t kTooFew = 3;
    if (profile.present() < kEnoughRows) return 0;
    if (profile.distinct == 1) return 6;
    return profile.distinct <= kTooFew ? 4 : profile.kind == ColumnKind::Category ? 2.5 : 0;
}

/// A score for how much the values of a column look like users. Its terms are weighted to balance the score of the
/// column's name, which is at most 9.
double userValues(const ColumnProfile& profile) {
    if (cannotBeId(profile)) return kNever;
    const bool isEnough = profile.present() >= kEnoughRows;
    double score = 2 - 10 * profile.missingShare() - againstFew(profile);
    if (profile.kind == ColumnKind::Text) score -= 6;
    if (profile.kind == ColumnKind::Decimal) score -= 7;
    if (profile.kind == ColumnKind::Url) score -= 3;
    if (profile.kind == ColumnKind::Rating) score -= isEnough ? 3 : 0.5;
    if (isEnough && profile.distinctShare() >= kRowIds) score -= 5;
    return score;
}

double itemValues(const ColumnProfile& profile) {
    if (cannotBeId(profile)) return kNever;
    const bool isEnough = profile.present() >= kEnoughRows;
    double score = 2 - 6 * profile.missingShare() - againstFew(profile);
    // Long titles repeat, but the texts that users write about them do not.
    if (profile.kind == ColumnKind::Text) score -= isEnough && profile.distinctShare() < 0.5 ? 1.5 : 4;
    if (profile.kind == ColumnKind::Decimal) score -= 7;
    if (profile.kind == ColumnKind::Url) score -= 1;
    if (profile.kind == ColumnKind::Rating) score -= isEnough ? 3 : 0.5;
    if (isEnough && profile.distinctShare() >= kRowIds) score -= 6;
    return score;
}

struct Pair {
    std::size_t user = 0, item = 0;
    double score = kNever;
};

/// The scores that decide between users and items, computed once.
class Scores {
public:
    explicit Scores(const Profiles& profiles) : m_profiles(profiles) {
        for (const ColumnProfile& profile : profiles) {
            const NameMeaning meaning = meaningOf(profile.name);
            user.push_back(userValues(profile) + meaning.user);
            item.push_back(itemValues(profile) + meaning.item);
            names.push_back(meaning);
            // pandas names columns 0, 1, 2: such names carry no meaning.
            isNamed |= profile.name.find_first_not_of("0123456789 ") != std::string::npos;
        }
        // An unknown name that ends in "id" or "code" counts as weak evidence for the item, and also for the user
        // unless another column is named as the user.
        const bool hasUsers = std::any_of(names.begin(), names.end(),
                                          [](const NameMeaning& meaning) { return meaning.user >= kKnownName; });
        for (std::size_t column = 0; column < profiles.size(); ++column) {
            const std::string name = plainName(profiles[column].name);
            if (!hasNeutralName(column) || (!name.ends_with("id") && !name.ends_with("code"))) continue;
            item[column] += 1;
            if (!hasUsers) user[column] += 1;
        }
        if (isNamed && !hasUsers) preferOrders();
        for (std::size_t column = 0; column < profiles.size(); ++column) {
            // A column that is named as the item is not the user.
            if (names[column].item >= kKnownName && names[column].user < kKnownName)
                user[column] = std::min(user[column], -4.0);
        }
        const bool hasItems = std::any_of(names.begin(), names.end(),
                                          [](const NameMeaning& meaning) { return meaning.item >= kKnownName; });
        for (std::size_t column = 0; column < profiles.size(); ++column) {
            const std::string name = plainName(profiles[column].name);
            // In an order list without item numbers, the description is the item; elsewhere it only describes the item.
            if (!hasItems && (name == "description" || name == "desc")) item[column] += 8;
            // The author of a book is no user, but the author of a review is.
            if ((name == "author" || name == "authors") && hasTitles()) user[column] = std::min(user[column], -4.0);
        }
        for (std::size_t column = 0; column < profiles.size(); ++column) {
            if (item[column] > kNever / 2 && isCoarser(column)) item[column] -= 1.5;
        }
    }

    /// The score of a pair of user and item columns.
    double ofPair(std::size_t userColumn, std::size_t itemColumn) const {
        double score = user[userColumn] + item[itemColumn];
        if (isNamed && hasNeutralName(userColumn) && hasNeutralName(itemColumn)) {
            const std::size_t left = std::min(userColumn, itemColumn), right = std::max(userColumn, itemColumn);
            const double leftScore = leftIsUserScore(m_profiles, left, right);
            score += (userColumn < itemColumn ? leftScore : -leftScore) / 2;
        } else if (userColumn < itemColumn) {
            score += 0.7;  // in most tables, the user column comes first
        }
        if (userColumn + 1 == itemColumn || itemColumn + 1 == userColumn) score += 0.3;
        score -= 0.1 * static_cast<double>(userColumn + itemColumn);
        if (score < kNever / 2) return score;
        // If the user determines the item, the item is a property of the user. If the item determines the user, the
        // user is a property of the item, or the item is a session.
        if (determines(m_profiles[userColumn], m_profiles[itemColumn])) score -= 6;
        if (determines(m_profiles[itemColumn], m_profiles[userColumn])) score -= 4;
        return score;
    }

    /// True if the column's name is no evidence for or against users and items.
    bool hasNeutralName(std::size_t column) const { return names[column].user == 0 && names[column].item == 0; }

    std::vector<double> user, item;  ///< indexed by column: its score as the user, and as the item
    std::vector<NameMeaning> names;  ///< indexed by column
    bool isNamed = false;            ///< the columns have names that carry a meaning

private:
    /// Without a column that names persons, an order is the closest thing to a user: its items belong together.
    void preferOrders() {
        for (std::size_t column = 0; column < m_profiles.size(); ++column) {
            if (user[column] > kNever / 2 && namesOrder(m_profiles[column].name)) user[column] += 8;
        }
    }

    /// True if the items are named only by titles, as in a list of books. A table of reviews, in contrast, has an id
    /// for the reviewed item.
    bool hasTitles() const {
        bool isTitled = false;
        for (std::size_t column = 0; column < m_profiles.size(); ++column) {
            const std::string name = plainName(m_profiles[column].name);
            const bool isTitle = name == "title" || name == "booktitle" || name == "name";
            if (!isTitle && names[column].item >= kSureName) return false;
            isTitled |= isTitle;
        }
        return isTitled;
    }

    /// True if another column, whose score as the item is about as high or higher, has more distinct values and
    /// determines this one, as a track determines its artist.
    bool isCoarser(std::size_t column) const {
        for (std::size_t other = 0; other < m_profiles.size(); ++other) {
            if (other == column || item[other] < item[column] - 2 || names[other].user >= kSureName) continue;
            if (m_profiles[other].distinct <= m_profiles[column].distinct) continue;
            if (determines(m_profiles[other], m_profiles[column])) return true;
        }
        return false;
    }

    const Profiles& m_profiles;
};

/// Columns named as the parts of a date: "day", "month" and "year", with or without a time of day.
std::vector<std::size_t> datePartColumns(const Profiles& profiles) {
    constexpr std::array<const char*, 6> kParts = {"year", "month", "day", "hour", "minute", "second"};
    std::vector<std::size_t> columns;
    for (const char* part : kParts) {
        bool isFound = false;
        for (std::size_t column = 0; column < profiles.size() && !isFound; ++column) {
            const std::string name = plainName(profiles[column].name);
            const bool fits = profiles[column].numberShare >= 0.9 && profiles[column].wholeShare >= 0.9 &&
                              (profiles[column].largest <= 60 || part == kParts[0]);
            isFound = fits && (name == part || name == std::string("date") + part || name == std::string(part) + "s" ||
                               name == std::string("time") + part || name == std::string(part) + "ofmonth");
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

double timeScore(const Profiles& profiles, std::size_t column, const ColumnRoles& roles) {
    const ColumnProfile& profile = profiles[column];
    double score = meaningOf(profile.name).time - 6 * profile.missingShare();
    if (profile.time->hasClock) score += 2;
    if (!profile.time->isPlausible) score -= 8;
    if (profile.time->format == TimeFormat::ExcelDays) score -= 20;  // such numbers often mean something else
    if (profile.distinct == 1 && profile.present() >= kEnoughRows) score -= 3;
    // If the item or the user determines the time, it is likely a release date or a registration date.
    if (roles.item && determines(profiles[*roles.item], profile)) score -= 5;
    if (roles.user && determines(profiles[*roles.user], profile)) score -= 5;
    return score;
}

std::vector<std::size_t> timeColumns(const Profiles& profiles, const ColumnRoles& roles) {
    std::optional<std::size_t> best, clock;
    double bestScore = kNever;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        if (column == roles.user || column == roles.item || column == roles.rating) continue;
        if (profiles[column].kind == ColumnKind::Clock && !clock) clock = column;
        if (profiles[column].kind != ColumnKind::Time) continue;
        const double score = timeScore(profiles, column, roles);
        if (best && score <= bestScore) continue;
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

std::optional<std::size_t> ratingColumn(const Profiles& profiles, const ColumnRoles& roles) {
    std::optional<std::size_t> best;
    double bestScore = 0;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        const bool isTaken = column == roles.user || column == roles.item ||
                             std::find(roles.time.begin(), roles.time.end(), column) != roles.time.end();
        if (isTaken || profile.kind == ColumnKind::Time || profile.kind == ColumnKind::Coordinate) continue;
        if (profile.present() == 0) continue;
        const NameMeaning meaning = meaningOf(profile.name);
        // The name decides, except that a name alone does not turn amounts in the thousands into ratings. If the name
        // says nothing, the values decide.
        double score = 0;
        if (meaning.rating >= kSureName || (meaning.rating >= 3 && profile.isRatingLike)) {
            score = meaning.rating + (profile.isRatingLike ? 1 : 0) - 4 * profile.missingShare();
            if (profile.numberShare < 0.5) score -= 5;
        } else if (profile.isRatingLike && meaning.rating == 0 && meaning.user >= 0 && meaning.item >= 0 &&
                   meaning.time == 0 && profile.kind == ColumnKind::Rating) {
            score = 2;
        } else if (profile.name.empty() && profile.present() < kEnoughRows && column >= 2 &&
                   profile.numberShare >= 0.9 && profile.smallest >= -10 && profile.largest <= 100) {
            score = 1;  // few rows and no header: weak evidence suffices
        }
        if (score <= bestScore) continue;
        best = column;
        bestScore = score;
    }
    return best;
}

std::string pairSentence(const Profiles& profiles, std::size_t user, std::size_t item) {
    return translated("user in {}, item in {}", columnLabel(profiles, user), columnLabel(profiles, item));
}

double confidenceOf(const Profiles& profiles, const Scores& scores, const Pair& pair) {
    const int known = (scores.names[pair.user].user >= kSureName) + (scores.names[pair.item].item >= kSureName);
    const double byNames = known == 2 ? 0.8 : known == 1 ? 0.6 : 0.45;
    // If (nearly) every id occurs once, the table may be a list of users or items instead of interactions.
    const auto isList = [](const ColumnProfile& profile) {
        return profile.present() >= kEnoughRows && profile.distinctShare() >= kRowIds;
    };
    return isList(profiles[pair.user]) ? byNames / 2 : isList(profiles[pair.item]) ? byNames - 0.2 : byNames;
}

/// A reading with the given user and item columns.
ColumnReading readingOf(const Profiles& profiles, std::size_t user, std::size_t item) {
    ColumnRoles roles;
    roles.user = user;
    roles.item = item;
    roles.time = timeColumns(profiles, roles);
    roles.rating = ratingColumn(profiles, roles);
    return {roles.asMapping(), TimeFormat::Auto, pairSentence(profiles, user, item)};
}

}  // namespace

ColumnMapping ColumnRoles::asMapping() const {
    const auto number = [](const std::optional<std::size_t>& column) {
        return column ? std::to_string(*column + 1) : std::string();
    };
    ColumnMapping mapping{.user = number(user),
                          .item = number(item),
                          .time = {},
                          .rating = number(rating),
                          .order = number(order),
                          .kind = number(kind),
                          .title = number(title),
                          .category = number(category)};
    const auto join = [](const std::vector<std::size_t>& columns, std::string& text) {
        for (const std::size_t column : columns) text += fmt::format("{}{}", text.empty() ? "" : "+", column + 1);
    };
    join(time, mapping.time);
    join(attributes, mapping.attributes);
    return mapping;
}

std::optional<ColumnRole> ColumnRoles::of(std::size_t column) const {
    if (column == user) return ColumnRole::User;
    if (column == item) return ColumnRole::Item;
    if (column == rating) return ColumnRole::Rating;
    if (column == order) return ColumnRole::Order;
    if (column == kind) return ColumnRole::Kind;
    if (column == title) return ColumnRole::Title;
    if (column == category) return ColumnRole::Category;
    const auto isIn = [&](const std::vector<std::size_t>& columns) {
        return std::find(columns.begin(), columns.end(), column) != columns.end();
    };
    if (isIn(time)) return ColumnRole::Time;
    if (isIn(attributes)) return ColumnRole::Attribute;
    return std::nullopt;
}

void addOrderAndKind(const Profiles& profiles, ColumnRoles& roles) {
    constexpr std::size_t kMaxKinds = 20;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        if (roles.of(column) || profile.present() == 0) continue;
        // An order has one user and, somewhere, more than one line. A user that is itself an order has no orders.
        const bool isRepeated = profile.distinct < profile.present();
        if (!roles.order && roles.user && namesOrder(profile.name) && !namesOrder(profiles[*roles.user].name) &&
            isRepeated && profile.missingShare() < 0.5 && !cannotBeId(profile) &&
            determines(profile, profiles[*roles.user])) {
            roles.order = column;
            continue;
        }
        const auto areKinds = [&] {
            return std::all_of(profile.examples.begin(), profile.examples.end(),
                               [](const std::string& example) { return isEventKind(example); });
        };
        const bool isFew = profile.distinct >= 2 && profile.distinct <= kMaxKinds && isRepeated;
        if (!roles.kind && isFew && profile.missingShare() < 0.1 && profile.kind != ColumnKind::Time &&
            (namesEventKind(profile.name) || areKinds()))
            roles.kind = column;
    }
}

std::string exampleColumns(const Profiles& profiles) {
    const Scores scores(profiles);
    const auto best = [&](const std::vector<double>& values, double least) -> std::optional<std::size_t> {
        const auto found = std::max_element(values.begin(), values.end());
        if (found == values.end() || *found < least) return std::nullopt;
        return static_cast<std::size_t>(found - values.begin());
    };
    const auto named = [&](const std::optional<std::size_t>& column) {
        if (!column) return std::string("...");
        const std::string name(trimmed(profiles[*column].name));
        return name.empty() ? std::to_string(*column + 1) : name;
    };
    ColumnRoles roles;
    roles.user = best(scores.user, kSureName);
    std::vector<double> items = scores.item;
    if (roles.user) items[*roles.user] = kNever;
    roles.item = best(items, 0);
    std::string example = "user=" + named(roles.user) + ",item=" + named(roles.item);
    const std::vector<std::size_t> times = timeColumns(profiles, roles);
    if (!times.empty()) example += ",time=" + named(times[0]);
    for (std::size_t i = 1; i < times.size(); ++i) example += "+" + named(times[i]);
    return example;
}

std::string columnLabel(const Profiles& profiles, std::size_t column) {
    if (column < profiles.size() && !profiles[column].name.empty())
        return fmt::format("\"{}\"", trimmed(profiles[column].name));
    return translated("column {}", column + 1);
}

std::optional<RoleChoice> assignRoles(const Profiles& profiles, const ColumnRoles& chosen) {
    const Scores scores(profiles);
    // If the columns have names, no column may have a negative score for its role. If not, only the order of the
    // columns can decide, so lower scores are accepted.
    const double minScore = scores.isNamed ? 0 : -1.5;
    std::vector<Pair> pairs;
    for (std::size_t user = 0; user < profiles.size(); ++user) {
        if (chosen.user && *chosen.user != user) continue;
        // If the name does not suggest users, the column can be the user only if its values repeat.
        const bool isUnknownName = scores.isNamed && scores.names[user].user < kKnownName;
        if (!chosen.user && (scores.user[user] < minScore || (isUnknownName && profiles[user].distinctShare() >= 1)))
            continue;
        for (std::size_t item = 0; item < profiles.size(); ++item) {
            if (item == user || (chosen.item && *chosen.item != item)) continue;
            if (!chosen.item && scores.item[item] < minScore) continue;
            pairs.push_back({user, item, scores.ofPair(user, item)});
        }
    }
    if (pairs.empty()) return std::nullopt;
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.score > b.score; });
    const Pair best = pairs[0];
    RoleChoice choice;
    choice.roles = chosen;
    choice.roles.user = best.user;
    choice.roles.item = best.item;
    if (choice.roles.time.empty()) choice.roles.time = timeColumns(profiles, choice.roles);
    if (!choice.roles.rating) choice.roles.rating = ratingColumn(profiles, choice.roles);
    choice.confidence = confidenceOf(profiles, scores, best);

    const auto isSame = [&](std::size_t a, std::size_t b) {
        return a == b || (determines(profiles[a], profiles[b]) && determines(profiles[b], profiles[a]));
    };
    for (const Pair& pair : pairs) {
        if (pair.user == best.user && pair.item == best.item) continue;
        if (best.score - pair.score >= kClose) break;
        // If the columns have no names, the customary order decides, so the swapped pair is not an alternative. If they
        // have unknown names, nothing shows which column is the user, so the swapped pair is an alternative.
        const bool isSwap = pair.user == best.item && pair.item == best.user;
        if (isSwap && !scores.isNamed) continue;
        if (isSame(pair.user, best.user) && isSame(pair.item, best.item)) continue;
        const bool areNamed = std::max(scores.names[pair.user].user, scores.names[best.user].user) >= kKnownName ||
                              std::max(scores.names[pair.item].item, scores.names[best.item].item) >= kKnownName;
        if (!areNamed && !scores.isNamed && best.user == 0 && best.item == 1) continue;
        if (choice.alternatives.empty()) choice.alternatives.push_back(readingOf(profiles, best.user, best.item));
        choice.alternatives.push_back(readingOf(profiles, pair.user, pair.item));
        if (choice.alternatives.size() == 3) break;
    }
    return choice;
}

}  // namespace recscope
