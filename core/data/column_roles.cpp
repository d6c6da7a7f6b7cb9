// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/column_roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/data/column_names.h"
#include "core/data/json_tables.h"
#include "core/data/role_scores.h"
#include "core/data/time_columns.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Profiles = std::vector<ColumnProfile>;

constexpr double kOnePersonConfidence = 0.6;  // confidence if all rows belong to one person

struct Pair {
    std::size_t user = 0, item = 0;
    double score = kNever;
};

/// False for names that carry no meaning: 0, 1, 2, … as pandas numbers columns, and the names that this program gives
/// to the keys and values of a dictionary.
bool hasMeaningfulName(const ColumnProfile& profile) {
    const bool isOfDictionary = profile.name == kDictionaryKey || profile.name == kDictionaryNumber;
    return !isOfDictionary && profile.name.find_first_not_of("0123456789 ") != std::string::npos;
}

/// True if another column could be the rating as well, judged by the values alone: small whole numbers on about the
/// same scale. Two such columns may just as well be ids.
bool hasTwin(const Profiles& profiles, const ColumnRoles& roles, std::size_t rating) {
    const ColumnProfile& found = profiles[rating];
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& other = profiles[column];
        if (column == rating || column == roles.user || column == roles.item || other.wholeShare < 1) continue;
        if (other.kind == ColumnKind::Time || other.kind == ColumnKind::Constant || other.distinct < 3) continue;
        if (other.smallest == found.smallest && other.largest == found.largest) return true;
    }
    return false;
}

std::optional<std::size_t> ratingColumn(const Profiles& profiles, const ColumnRoles& roles,
                                        const RoleWeights& weights) {
    // In a file with a header, only a column whose name says so holds ratings: quantities, shippers and discounts are
    // on short scales, too.
    const bool isNamed = std::any_of(profiles.begin(), profiles.end(), hasMeaningfulName);
    // A column of decimals such as "skill_score". Several of them are measurements, none of which is the rating.
    const auto isScore = [](const ColumnProfile& profile) {
        const std::vector<std::string> words = wordsOf(profile.name);
        constexpr double kNearlyAll = 0.95;
        const bool isRating = std::find(words.begin(), words.end(), "rating") != words.end();
        return words.size() > 1 && words.back() == "score" && !isRating && profile.numberShare > 0 &&
               profile.wholeShare < kNearlyAll * profile.numberShare;
    };
    const auto scoreColumns = std::count_if(profiles.begin(), profiles.end(), isScore);
    // In a wider table without names, small numbers are more often codes than ratings.
    const bool mayBeByValues = !isNamed && static_cast<double>(profiles.size()) <= weights.mostColumnsByValues;
    std::optional<std::size_t> best;
    double bestScore = 0;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        const bool isTaken = column == roles.user || column == roles.item ||
                             std::find(roles.time.begin(), roles.time.end(), column) != roles.time.end();
        if (isTaken || profile.kind == ColumnKind::Time || profile.kind == ColumnKind::Coordinate) continue;
        if (profile.present() == 0 || (profile.kind == ColumnKind::Constant && profile.numberShare == 0)) continue;
        if (namesSuitability(profile.name) && profile.numberShare < 0.5) continue;
        if (isScore(profile) && static_cast<double>(scoreColumns) >= weights.fewestScores) continue;
        const bool areRowNumbers = profile.wholeShare >= 1 && profile.distinct == profile.present() &&
                                   static_cast<double>(profile.present()) >= weights.fewestRowNumbers;
        if (!isNamed && areRowNumbers) continue;
        const NameMeaning meaning = meaningOf(profile.name, weights);
        // The name decides, except that a name alone does not turn amounts in the thousands into ratings. If the name
        // says nothing, the values decide.
        double score = 0;
        if (meaning.rating >= kSureName || (meaning.rating >= weights.weakRatingName && profile.isRatingLike)) {
            score = meaning.rating + (profile.isRatingLike ? weights.scaleOfRating : 0) -
                    weights.ratingMissing * profile.missingShare();
            if (profile.numberShare < 0.5) score -= weights.ratingOfWords;
        } else if (profile.kind == ColumnKind::Rating && mayBeByValues &&
                   profile.largest != weights.gradesWithoutName) {
            score = weights.ratingByValues;
        } else if (!isNamed && areLabels(profiles, column)) {
            score = weights.ratingByValues;
        } else if (mayBeByValues && !profile.hasEnoughRows() && column >= 2 && profile.numberShare >= 0.9 &&
                   profile.smallest >= -10 && profile.largest <= 100) {
            score = weights.ratingOfFewRows;
        }
        if (score <= bestScore) continue;
        best = column;
        bestScore = score;
    }
    if (best && !isNamed && hasTwin(profiles, roles, *best)) return std::nullopt;
    return best;
}

std::string pairSentence(const Profiles& profiles, std::size_t user, std::size_t item) {
    return translated("user in {}, item in {}", columnLabel(profiles, user), columnLabel(profiles, item));
}

/// The confidence in this reading, for comparing it with the readings of other formats; it does not affect the choice
/// of the columns.
double confidenceOf(const Profiles& profiles, const RoleScores& scores, const Pair& pair) {
    const int known = (scores.names[pair.user].user >= kSureName) + (scores.names[pair.item].item >= kSureName);
    const double byNames = known == 2 ? 0.8 : known == 1 ? 0.6 : 0.45;
    // If (nearly) every id occurs once, the table may be a list of users or items instead of interactions.
    return profiles[pair.user].differsInEachRow()   ? byNames / 2
           : profiles[pair.item].differsInEachRow() ? byNames - 0.2
                                                    : byNames;
}

std::string labelOf(const Profiles& profiles, const std::optional<std::size_t>& column) {
    return column ? columnLabel(profiles, *column) : std::string();
}

/// The item of a table in which all rows belong to one person, who may have had each item once.
std::optional<std::size_t> itemOfOnePerson(const Profiles& profiles, const RoleScores& scores,
                                           const RoleWeights& weights, double leastName) {
    std::optional<std::size_t> best;
    double bestScore = 0;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        if (cannotBeId(profile) || scores.names[column].item < leastName) continue;
        const double score = scores.item[column] + (profile.differsInEachRow() ? weights.rowIdItem : 0);
        if (score <= bestScore) continue;
        best = column;
        bestScore = score;
    }
    return best;
}

/// The roles if all rows belong to one person; unset if no column can be the item.
std::optional<ColumnRoles> rolesOfOnePerson(const Profiles& profiles, const RoleScores& scores,
                                            const ColumnRoles& chosen, const RoleWeights& weights, double leastName) {
    ColumnRoles roles = chosen;
    roles.isOnePerson = true;
    if (!roles.item) roles.item = itemOfOnePerson(profiles, scores, weights, leastName);
    if (!roles.item) return std::nullopt;
    if (roles.time.empty()) roles.time = timeColumns(profiles, roles, weights);
    if (!roles.rating) roles.rating = ratingColumn(profiles, roles, weights);
    return roles;
}

/// The columns of a reading, together with all other roles that were recognised, so that choosing it loses none of
/// them.
ColumnMapping completeMapping(const Profiles& profiles, ColumnRoles roles) {
    addOrderAndKind(profiles, roles);
    addItemColumns(profiles, roles);
    return roles.asMapping();
}

ColumnReading readingOfOnePerson(const Profiles& profiles, const ColumnRoles& roles) {
    return {completeMapping(profiles, roles), TimeFormat::Auto,
            translated("all of one person, item in {}", labelOf(profiles, roles.item))};
}

/// True if no example has a digit. A column "order" then holds what was ordered, such as dishes, not order numbers.
bool isOfWords(const ColumnProfile& profile) {
    return std::none_of(profile.examples.begin(), profile.examples.end(), [](const std::string& example) {
        return std::any_of(example.begin(), example.end(), [](char c) { return c >= '0' && c <= '9'; });
    });
}

/// The only column of words that is left when no column can be the item: a category of what was bought.
std::optional<std::size_t> onlyTextLeft(const Profiles& profiles, const RoleScores& scores, const ColumnRoles& roles) {
    std::optional<std::size_t> only;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        if (column == roles.user || cannotBeId(profile) || profile.numberShare >= 0.5 || profile.distinct < 3) continue;
        if (profile.kind == ColumnKind::Text || profile.differsInEachRow()) continue;
        if (scores.names[column].user >= kKnownName) continue;
        const bool meansOther = scores.names[column].item < 0 && !namesItemAttribute(profile.name);
        if (namesOrder(profile.name) ? !isOfWords(profile) : meansOther) continue;
        if (roles.user && determines(profiles[*roles.user], profile)) continue;
        if (only) return std::nullopt;
        only = column;
    }
    return only;
}

/// The item of one person's history: in a table with times, the only column that can hold ids, whatever its name,
/// unless the name suggests users or orders.
std::optional<std::size_t> onlyIdBesideTimes(const Profiles& profiles, const RoleScores& scores) {
    std::optional<std::size_t> only;
    bool hasTimes = false;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        hasTimes |= profiles[column].kind == ColumnKind::Time;
        if (cannotBeId(profiles[column])) continue;
        const bool isId = profiles[column].kind == ColumnKind::Id || profiles[column].kind == ColumnKind::RowId;
        if (only || !isId || profiles[column].numberShare >= 0.5) return std::nullopt;
        if (scores.names[column].user >= kKnownName || namesOrder(profiles[column].name)) return std::nullopt;
        only = column;
    }
    return hasTimes ? only : std::nullopt;
}

/// Whether every row has a value and the values repeat, as those of a user or a shop do.
bool repeatsInAllRows(const ColumnProfile& profile) {
    return profile.distinct >= 2 && profile.distinctShare() < kUsualWeights.repeating && profile.missing == 0;
}

/// A column that has the name of an id and a few values that repeat, and that the item does not determine, such as the
/// shop or the device of an interaction. The user of the program may want one history for each of its values.
std::optional<std::size_t> groupColumn(const Profiles& profiles, std::size_t item) {
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        const std::string name = plainName(profile.name);
        if (column == item || !name.ends_with("id") || cannotBeId(profile) || namesOrder(profile.name)) continue;
        if (!repeatsInAllRows(profile)) continue;
        if (determines(profiles[item], profile) || determines(profile, profiles[item])) continue;
        if (namesEventKind(profile.name)) continue;
        return column;
    }
    return std::nullopt;
}

/// The columns with unknown names whose values could identify persons: numbers or codes that repeat and that the item
/// does not determine.
std::vector<std::size_t> unknownPersons(const Profiles& profiles, const ColumnRoles& roles) {
    std::vector<std::size_t> persons;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        const NameMeaning meaning = meaningOf(profile.name);
        if (roles.of(column) || cannotBeId(profile) || meaning.user != 0 || meaning.item != 0) continue;
        if (profile.kind != ColumnKind::WholeNumber && profile.kind != ColumnKind::Id) continue;
        if (!repeatsInAllRows(profile)) continue;
        if (!determines(profiles[*roles.item], profile) && !determines(profile, profiles[*roles.item]))
            persons.push_back(column);
    }
    return persons;
}

/// A column whose name suggests persons and that holds a single value: all rows belong to that person.
std::optional<std::size_t> columnOfOnePerson(const Profiles& profiles, const RoleScores& scores) {
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const bool hasOneValue = profiles[column].distinct == 1 && profiles[column].missing == 0;
        if (hasOneValue && scores.names[column].user >= kKnownName) return column;
    }
    return std::nullopt;
}

/// The first column of order numbers in which some order has several rows.
std::optional<std::size_t> orderColumn(const Profiles& profiles) {
    ColumnRoles roles;
    roles.isOnePerson = true;
    addOrderAndKind(profiles, roles);
    return roles.order;
}

/// A reading with the given user and item columns.
ColumnReading readingOf(const Profiles& profiles, std::size_t user, std::size_t item, const RoleWeights& weights) {
    ColumnRoles roles;
    roles.user = user;
    roles.item = item;
    roles.time = timeColumns(profiles, roles, weights);
    roles.rating = ratingColumn(profiles, roles, weights);
    return {completeMapping(profiles, roles), TimeFormat::Auto, pairSentence(profiles, user, item)};
}

}  // namespace

bool areLabels(const Profiles& profiles, std::size_t column) {
    if (profiles.size() != 3 || column != 2 || profiles[column].kind != ColumnKind::Flag) return false;
    return std::all_of(profiles[column].examples.begin(), profiles[column].examples.end(),
                       [](const std::string& example) { return example == "0" || example == "1"; });
}

ColumnMapping ColumnRoles::asMapping() const {
    const auto number = [](const std::optional<std::size_t>& column) {
        return column ? std::to_string(*column + 1) : std::string();
    };
    ColumnMapping mapping{.user = isOnePerson ? std::string(kOnePerson) : number(user),
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

std::string exampleColumns(const Profiles& profiles) {
    const RoleScores scores(profiles, kUsualWeights);
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
    // A column of numbers is a quantity, a count or a grade unless its name is that of an id, a user or an item.
    const auto isQuantity = [&](std::size_t column) {
        const ColumnProfile& profile = profiles[column];
        const bool isNamed = std::max(scores.names[column].user, scores.names[column].item) >= kSureName ||
                             subjectOf(profile.name) != wordsOf(profile.name) || namesOrder(profile.name);
        return scores.isNamed && profile.numberShare >= 0.5 && profile.present() > 0 &&
               (!isNamed || scores.names[column].rating >= kUsualWeights.weakRatingName);
    };
    ColumnRoles roles;
    std::vector<double> users = scores.user, items = scores.item;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        if (isQuantity(column)) users[column] = items[column] = kNever;
    }
    roles.user = best(users, kSureName);
    if (roles.user) items[*roles.user] = kNever;
    roles.item = best(items, 0);
    if (!roles.item) roles.item = itemOfOnePerson(profiles, scores, kUsualWeights, kKnownName);
    if (!roles.item) roles.item = onlyTextLeft(profiles, scores, roles);
    std::string example = "user=" + named(roles.user) + ",item=" + named(roles.item);
    const std::vector<std::size_t> times = timeColumns(profiles, roles, kUsualWeights);
    if (!times.empty()) example += ",time=" + named(times[0]);
    for (std::size_t i = 1; i < times.size(); ++i) example += "+" + named(times[i]);
    roles.time = times;
    roles.rating = ratingColumn(profiles, roles, kUsualWeights);
    if (!roles.user) roles.isOnePerson = true;  // an order needs someone who ordered
    addOrderAndKind(profiles, roles);
    addItemColumns(profiles, roles);
    if (roles.rating) example += ",rating=" + named(roles.rating);
    if (roles.order) example += ",order=" + named(roles.order);
    if (roles.kind) example += ",kind=" + named(roles.kind);
    if (roles.title) example += ",title=" + named(roles.title);
    return example;
}

std::string columnLabel(const Profiles& profiles, std::size_t column) {
    if (column < profiles.size() && !profiles[column].name.empty())
        return fmt::format("\"{}\"", trimmed(profiles[column].name));
    return translated("column {}", column + 1);
}

std::optional<RoleChoice> assignRoles(const Profiles& profiles, const ColumnRoles& chosen, const RoleWeights& weights) {
    const RoleScores scores(profiles, weights);
    if (chosen.isOnePerson) {
        const auto roles = rolesOfOnePerson(profiles, scores, chosen, weights, /*leastName=*/0);
        if (!roles) return std::nullopt;
        return RoleChoice{.roles = *roles, .confidence = kOnePersonConfidence, .alternatives = {}};
    }
    // If the columns have names, no column may have a negative score for its role. If not, only the order of the
    // columns can decide, so lower scores are accepted.
    const double minScore = scores.isNamed ? 0 : weights.leastUnnamed;
    std::vector<Pair> pairs;
    for (std::size_t user = 0; user < profiles.size(); ++user) {
        if (chosen.user && *chosen.user != user) continue;
        // If the name does not suggest users, the column can be the user only if its values repeat.
        const bool isUnknownName = scores.isNamed && scores.names[user].user < kKnownName;
        const double mostDistinct = profiles[user].hasEnoughRows() ? weights.hardlyRepeats : 1;
        const bool repeats = profiles[user].distinctShare() < mostDistinct || !isUnknownName;
        if (!chosen.user && (scores.user[user] < minScore || !repeats || !scores.canBeUser(user))) continue;
        for (std::size_t item = 0; item < profiles.size(); ++item) {
            if (item == user || (chosen.item && *chosen.item != item)) continue;
            if (!chosen.item && (scores.item[item] < minScore || !scores.canBePair(user, item))) continue;
            pairs.push_back({user, item, scores.ofPair(user, item)});
        }
    }
    if (pairs.empty()) return std::nullopt;
    const auto hasPieces = [&](const Pair& pair) {
        return (!chosen.user && scores.isNumberOfPieces(pair.user)) ||
               (!chosen.item && scores.isNumberOfPieces(pair.item));
    };
    // A column of quantities is the user or the item only if nothing else fits.
    if (!std::all_of(pairs.begin(), pairs.end(), hasPieces)) std::erase_if(pairs, hasPieces);
    // Of "beer_slug" and "beer_id", which fit equally well, the id is the item.
    std::stable_sort(pairs.begin(), pairs.end(), [&](const Pair& a, const Pair& b) {
        if (a.score != b.score) return a.score > b.score;
        return scores.names[a.item].isExact && !scores.names[b.item].isExact;
    });
    const Pair best = pairs[0];
    RoleChoice choice;
    choice.roles = chosen;
    choice.roles.user = best.user;
    choice.roles.item = best.item;
    if (choice.roles.time.empty()) choice.roles.time = timeColumns(profiles, choice.roles, weights);
    if (!choice.roles.rating) choice.roles.rating = ratingColumn(profiles, choice.roles, weights);
    choice.confidence = confidenceOf(profiles, scores, best);

    const auto isSame = [&](std::size_t a, std::size_t b) {
        return a == b || (determines(profiles[a], profiles[b]) && determines(profiles[b], profiles[a]));
    };
    // In a table with three or more columns but without names, times and ratings, the order of two columns of texts
    // does not show which one is the user.
    const auto isText = [&](std::size_t column) {
        return profiles[column].hasEnoughRows() && profiles[column].numberShare < 0.5;
    };
    const bool isOpenOrder = !scores.isNamed && profiles.size() > 2 && choice.roles.time.empty() &&
                             !choice.roles.rating && isText(best.user) && isText(best.item) &&
                             profiles[best.item].manyWordsShare < weights.shareOfTexts &&
                             profiles[best.user].mailShare < weights.shareOfTexts;
    for (const Pair& pair : pairs) {
        if (pair.user == best.user && pair.item == best.item) continue;
        if (best.score - pair.score >= weights.close) break;
        // If the columns have no names, the customary order (the user first) decides, so the swapped pair is not an
        // alternative, except for isOpenOrder. If they have unknown names, nothing shows which column is the user, so
        // the swapped pair is an alternative.
        const bool isSwap = pair.user == best.item && pair.item == best.user;
        if (isSwap && !scores.isNamed && !isOpenOrder) continue;
        if (isSame(pair.user, best.user) && isSame(pair.item, best.item)) continue;
        const bool areNamed = std::max(scores.names[pair.user].user, scores.names[best.user].user) >= kKnownName ||
                              std::max(scores.names[pair.item].item, scores.names[best.item].item) >= kKnownName;
        if (!areNamed && !scores.isNamed && best.user == 0 && best.item == 1 && !(isSwap && isOpenOrder)) continue;
        if (choice.alternatives.empty())
            choice.alternatives.push_back(readingOf(profiles, best.user, best.item, weights));
        choice.alternatives.push_back(readingOf(profiles, pair.user, pair.item, weights));
        if (choice.alternatives.size() == 3) break;
    }
    const bool isUnknownUser = scores.isNamed && !chosen.user && scores.names[best.user].user < kKnownName &&
                               scores.names[best.item].item >= kKnownName && !namesOrder(profiles[best.user].name);
    if (isUnknownUser && choice.alternatives.empty()) {
        for (const std::size_t other : unknownPersons(profiles, choice.roles)) {
            if (profiles[other].distinct <= profiles[best.user].distinct || namesOrder(profiles[other].name)) continue;
            if (choice.alternatives.empty())
                choice.alternatives.push_back(readingOf(profiles, best.user, best.item, weights));
            choice.alternatives.push_back(readingOf(profiles, other, best.item, weights));
        }
    }
    if (!choice.alternatives.empty() && scores.isNamed && !scores.namesUsers && !chosen.user) {
        if (const auto roles = rolesOfOnePerson(profiles, scores, chosen, weights, kKnownName))
            choice.alternatives.push_back(readingOfOnePerson(profiles, *roles));
    }
    return choice;
}

std::vector<ColumnReading> readingsWithoutUsers(const Profiles& profiles) {
    const RoleScores scores(profiles, kUsualWeights);
    ColumnRoles chosen;
    chosen.item = onlyIdBesideTimes(profiles, scores);
    const auto roles = rolesOfOnePerson(profiles, scores, chosen, kUsualWeights, kKnownName);
    if (!roles) return {};
    // A table without times in which no item occurs again is a list of items, not a history.
    const ColumnProfile& item = profiles[*roles->item];
    if (roles->time.empty() && item.distinct == item.present()) return {};
    std::vector<ColumnReading> readings{readingOfOnePerson(profiles, *roles)};
    if (const auto order = orderColumn(profiles); order && order != roles->item) {
        readings.push_back(readingOf(profiles, *order, *roles->item, kUsualWeights));
        readings.back().sentence = translated("each {} is one history, item in {}", columnLabel(profiles, *order),
                                              labelOf(profiles, roles->item));
    }
    if (const auto person = columnOfOnePerson(profiles, scores); person && person != roles->item)
        readings.push_back(readingOf(profiles, *person, *roles->item, kUsualWeights));
    if (const auto group = groupColumn(profiles, *roles->item)) {
        readings.push_back(readingOf(profiles, *group, *roles->item, kUsualWeights));
    } else if (const auto persons = unknownPersons(profiles, *roles); persons.size() == 1) {
        readings.push_back(readingOf(profiles, persons[0], *roles->item, kUsualWeights));
    }
    return readings;
}

}  // namespace recscope
