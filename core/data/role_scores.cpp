// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/role_scores.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "core/data/user_or_item.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr double kNearlyAll = 0.95;

const std::unordered_set<std::string> kPlaces = {"location", "place", "venue", "city",
                                                 "store",    "shop",  "site",  "station"};

/// True for "num_items" and "numero_compras": how many there are. "num_client" is the number of a customer.
bool isNumberOf(const std::string& name) {
    const std::string plain = plainName(name);
    const auto begins = [&](std::string_view word) {
        return plain.starts_with(word) && plain.size() > word.size() + 1;
    };
    const std::vector<std::string> words = wordsOf(name);
    if (words.size() > 1 && (words[0] == "count" || words[0] == "anzahl" || words[0] == "qtd")) return true;
    return plain.ends_with('s') && (begins("num") || begins("nb") || name.starts_with("n_"));
}

/// True if a column whose name suggests kinds of events has so few values that these are kinds, not events that people
/// attend.
bool hasFewKinds(const ColumnProfile& profile) {
    constexpr std::size_t kMostKinds = 30;
    return profile.hasEnoughRows() && profile.distinct <= kMostKinds && profile.numberShare < kNearlyAll;
}

/// True for a column with two values such as "TRUE" and "FALSE", or 0 and 1 if the name does not say that they are ids.
bool isYesNo(const ColumnProfile& profile) {
    if (profile.kind != ColumnKind::Flag) return false;
    static constexpr std::array<std::string_view, 10> kWords = {"true", "false", "yes", "no", "y",
                                                                "n",    "t",     "f",   "on", "off"};
    const NameMeaning meaning = meaningOf(profile.name);
    const bool isNamedId =
        profile.name.empty() || (std::max(meaning.user, meaning.item) >= kKnownName && !namesAction(profile.name));
    return std::all_of(profile.examples.begin(), profile.examples.end(), [&](const std::string& example) {
        const bool isBit = example == "0" || example == "1";
        return std::find(kWords.begin(), kWords.end(), folded(example)) != kWords.end() || (isBit && !isNamedId);
    });
}

/// What counts against a column as the user and as the item alike.
double againstBoth(const ColumnProfile& profile, const RoleWeights& weights) {
    double against = 0;
    if (profile.hasEnoughRows()) {
        if (static_cast<double>(profile.distinct) <= weights.few) {
            against += weights.fewValues;
        } else if (profile.kind == ColumnKind::Category) {
            against += weights.category;
        }
    }
    if (profile.kind == ColumnKind::Decimal) against += weights.decimals;
    if (profile.kind == ColumnKind::Rating) against += profile.hasEnoughRows() ? weights.scale : weights.scaleOfFewRows;
    return against;
}

/// What counts against a column, limited if its name is exact ("product_id"): such a name is better evidence than few
/// values or a different value in every row.
double boundedAgainst(double against, bool isExact, const RoleWeights& weights) {
    return isExact ? std::min(against, weights.mostAgainstExact) : against;
}

double userValues(const ColumnProfile& profile, bool isExact, const RoleWeights& weights) {
    if (cannotBeId(profile)) return kNever;
    double against = againstBoth(profile, weights);
    const bool isText = profile.kind == ColumnKind::Text || profile.commaListShare >= weights.shareOfTexts;
    if (isText) against += weights.textUser;
    if (profile.kind == ColumnKind::Url) against += weights.urlUser;
    if (profile.differsInEachRow()) against += weights.rowIdUser;
    return weights.nothingAgainst - weights.missingUser * profile.missingShare() -
           boundedAgainst(against, isExact, weights);
}

double itemValues(const ColumnProfile& profile, bool isExact, const RoleWeights& weights) {
    if (cannotBeId(profile)) return kNever;
    double against = againstBoth(profile, weights);
    if (profile.kind == ColumnKind::Text)
        against += profile.hasEnoughRows() && profile.distinctShare() < weights.repeating ? weights.repeatedText
                                                                                          : weights.textItem;
    if (profile.kind == ColumnKind::Url) against += weights.urlItem;
    if (profile.differsInEachRow()) against += weights.rowIdItem;
    return weights.nothingAgainst - weights.missingItem * profile.missingShare() -
           boundedAgainst(against, isExact, weights);
}

}  // namespace

bool cannotBeId(const ColumnProfile& profile) {
    if (isYesNo(profile) || profile.isDuration) return true;
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

RoleScores::RoleScores(const std::vector<ColumnProfile>& profiles, const RoleWeights& weights)
    : m_profiles(profiles), m_weights(weights) {
    for (const ColumnProfile& profile : profiles) {
        const NameMeaning meaning = meaningOf(profile.name, weights);
        user.push_back(userValues(profile, meaning.isExact, weights) + meaning.user);
        item.push_back(itemValues(profile, meaning.isExact, weights) + meaning.item);
        names.push_back(meaning);
        // pandas names columns 0, 1, 2: such names carry no meaning.
        isNamed |= profile.name.find_first_not_of("0123456789 ") != std::string::npos;
        namesUsers |= meaning.user >= kKnownName;
    }
    preferTargets();
    preferDirections();
    preferUnknownIds();
    if (isNamed && !namesUsers) preferOrders();
    avoidOtherRoles();
    preferDescriptions();
    avoidNumbersOfParts();
    avoidNumberedColumns();
    avoidArtistsOfTracks();
    avoidStates();
    avoidPlaces();
    avoidPlacesOfThings();
    takeTheOnlyId();
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        if (item[column] > kNever / 2 && isCoarser(column)) item[column] -= weights.coarser;
    }
}

double RoleScores::ofPair(std::size_t userColumn, std::size_t itemColumn) const {
    double score = user[userColumn] + item[itemColumn];
    if (isNamed && hasNeutralName(userColumn) && hasNeutralName(itemColumn)) {
        const std::size_t left = std::min(userColumn, itemColumn), right = std::max(userColumn, itemColumn);
        const double leftScore = leftIsUserScore(m_profiles, left, right, m_weights);
        score += (userColumn < itemColumn ? leftScore : -leftScore) * m_weights.unknownNames;
    } else if (userColumn < itemColumn) {
        score += m_weights.userFirst;
    }
    if (score < kNever / 2) return score;
    if (determines(m_profiles[userColumn], m_profiles[itemColumn])) score -= m_weights.itemOfUser;
    return score;
}

bool RoleScores::canBePair(std::size_t userColumn, std::size_t itemColumn) const {
    if (!isNamed) return true;
    // An unknown column with one item for each value describes the item, as a room describes its hotel.
    if (hasNeutralName(userColumn) && determines(m_profiles[userColumn], m_profiles[itemColumn])) return false;
    if (names[itemColumn].item >= kKnownName) return true;
    // Categories and measurements under unknown names are neither users nor items.
    const auto isProperty = [&](std::size_t column) {
        const ColumnKind kind = m_profiles[column].kind;
        const bool isFew = m_profiles[column].hasEnoughRows() &&
                           static_cast<double>(m_profiles[column].distinct) < m_weights.fewestValues;
        return kind == ColumnKind::Category || kind == ColumnKind::Decimal || isFew;
    };
    if (hasNeutralName(userColumn)) {
        // A column whose name suggests the item is the item, unless the user of the program chooses another.
        for (std::size_t other = 0; other < m_profiles.size(); ++other)
            if (other != userColumn && names[other].item >= kKnownName && item[other] >= 0) return false;
        // A column in which hardly any value occurs twice is a list of things, not the item of unknown users.
        const ColumnProfile& items = m_profiles[itemColumn];
        const bool hardlyRepeats = items.hasEnoughRows() && items.distinctShare() >= m_weights.hardlyRepeats;
        if (hasNeutralName(itemColumn) && (isProperty(userColumn) || isProperty(itemColumn) || hardlyRepeats))
            return false;
    }
    // Beside a named user, a column of an unknown name that has one value for each user, or one user for each value,
    // describes the user: an age, a session.
    if (names[userColumn].user < kKnownName) return true;
    return !determines(m_profiles[userColumn], m_profiles[itemColumn]) &&
           !determines(m_profiles[itemColumn], m_profiles[userColumn]);
}

bool RoleScores::canBeUser(std::size_t column) const {
    const bool isUser = names[column].user >= kKnownName;
    if (!isNamed || (isUser && (names[column].isExact || names[column].user >= kSureName)) ||
        namesOrder(m_profiles[column].name))
        return true;
    // A column that the item determines describes the item, whatever its name: for example the pattern of a task.
    for (std::size_t other = 0; other < m_profiles.size(); ++other) {
        if (other == column || names[other].item < (isUser ? kSureName : kKnownName)) continue;
        if (determines(m_profiles[other], m_profiles[column])) return false;
    }
    if (isUser) return true;
    // In a table whose item has a known name, a column of user ids has the name of an id.
    const std::string name = plainName(m_profiles[column].name);
    const bool isId = (name.ends_with("id") && name != "id") || name.ends_with("code") || name.ends_with("key") ||
                      m_profiles[column].mailShare >= m_weights.shareOfTexts;
    const bool hasItem =
        std::any_of(names.begin(), names.end(), [](const NameMeaning& meaning) { return meaning.item >= kKnownName; });
    return isId || !hasItem;
}

bool RoleScores::isNumberOfPieces(std::size_t column) const {
    constexpr double kMostPieces = 1000, kMostOften = 0.3;
    const ColumnProfile& profile = m_profiles[column];
    if (!isNamed || profile.kind != ColumnKind::WholeNumber || !profile.hasEnoughRows()) return false;
    if (profile.smallest < 0 || profile.smallest > 1 || profile.largest > kMostPieces) return false;
    if (profile.mostFrequentShare < kMostOften || subjectOf(profile.name) != wordsOf(profile.name)) return false;
    if (!hasNeutralName(column) && !plainName(profile.name).ends_with('s')) return false;
    std::vector<std::size_t> rows(profile.distinct + 1, 0);
    for (const std::uint32_t code : profile.codes) rows.at(code) += code > 0;
    const auto most = static_cast<std::size_t>(std::max_element(rows.begin(), rows.end()) - rows.begin());
    // Code n is that of the example n - 1; a value that comes after all examples is not the most frequent.
    return most > 0 && most <= profile.examples.size() && parseNumber(profile.examples[most - 1]) == profile.smallest;
}

/// True if the column's name is no evidence for or against users and items.
bool RoleScores::hasNeutralName(std::size_t column) const {
    return names[column].user == 0 && names[column].item == 0;
}

/// Beside a column of users, the persons whom they met are the items: "target_user_id".
void RoleScores::preferTargets() {
    static const std::unordered_set<std::string> kTargets = {"target", "receiver", "recipient", "followee", "followed",
                                                             "liked",  "swiped",   "viewed",    "matched"};
    const auto isTarget = [&](std::size_t column) {
        const std::vector<std::string> words = wordsOf(m_profiles[column].name);
        return words.size() > 1 && kTargets.contains(words.front()) && names[column].user >= kKnownName;
    };
    // "entity_id" beside "target_entity_id"
    for (std::size_t target = 0; target < m_profiles.size(); ++target) {
        const std::vector<std::string> words = wordsOf(m_profiles[target].name);
        if (words.size() < 2 || !kTargets.contains(words.front()) || names[target].user >= kKnownName) continue;
        for (std::size_t column = 0; column < m_profiles.size(); ++column) {
            const std::vector<std::string> own = wordsOf(m_profiles[column].name);
            if (!std::equal(own.begin(), own.end(), words.begin() + 1, words.end()) || cannotBeId(m_profiles[column]))
                continue;
            user[column] = m_weights.nothingAgainst + kSureName;
            item[column] = -m_weights.namedForOther;
            item[target] = std::max(item[target], m_weights.nothingAgainst + kSureName);
            user[target] = -m_weights.namedForOther;
            names[column].user = names[target].item = kSureName;
            names[column].item = 0;
            namesUsers = true;
        }
    }
    bool hasUser = false;
    for (std::size_t column = 0; column < m_profiles.size(); ++column)
        hasUser |= names[column].user >= kSureName && !isTarget(column);
    for (std::size_t column = 0; column < m_profiles.size() && hasUser; ++column) {
        if (!isTarget(column) || cannotBeId(m_profiles[column])) continue;
        item[column] = m_weights.nothingAgainst + kSureName;
        names[column].item = kSureName;
        names[column].user = 0;
        user[column] = -m_weights.namedForOther;
    }
}

/// In a table of who gave something to whom, the first is the user and the second the item: "from_country" beside
/// "to_country", "sender" beside "receiver". Not for places such as
/// "from_city" beside "to_city": the user of a journey is a traveller, whom these columns do not name.
void RoleScores::preferDirections() {
    static const std::unordered_set<std::string> kFrom = {"from", "source", "src", "sender"};
    static const std::unordered_set<std::string> kTo = {"to",   "target",   "dst",      "destination",
                                                        "dest", "receiver", "recipient"};
    const auto canBeEnd = [&](std::size_t column, const std::unordered_set<std::string>& ends) {
        const std::vector<std::string> words = wordsOf(m_profiles[column].name);
        if (words.empty() || !ends.contains(words[0]) || cannotBeId(m_profiles[column])) return false;
        // "source" and "target" alone may be anything; "sender" and "receiver" are not.
        if (words.size() == 1) return words[0] == "sender" || words[0] == "receiver" || words[0] == "recipient";
        const ColumnKind kind = m_profiles[column].kind;
        static const std::unordered_set<std::string> kOthers = {"airport", "stop",     "page",  "channel", "type",
                                                                "level",   "category", "price", "state",   "status",
                                                                "branch",  "date",     "url",   "version"};
        return !kPlaces.contains(words[1]) && !kOthers.contains(words[1]) && kind != ColumnKind::Decimal &&
               kind != ColumnKind::Rating && kind != ColumnKind::Text;
    };
    const auto restOf = [&](std::size_t column) {
        std::vector<std::string> words = wordsOf(m_profiles[column].name);
        words.erase(words.begin());
        return words;
    };
    for (std::size_t from = 0; from < m_profiles.size(); ++from) {
        if (!canBeEnd(from, kFrom)) continue;
        for (std::size_t to = 0; to < m_profiles.size(); ++to) {
            if (to == from || !canBeEnd(to, kTo) || restOf(from) != restOf(to)) continue;
            // Beside a user, an item or a session, they are something else, such as the pages that a visitor left.
            const auto isOtherRole = [&](std::size_t other) {
                if (canBeEnd(other, kFrom) || canBeEnd(other, kTo)) return false;
                const std::string name = plainName(m_profiles[other].name);
                const bool isIdOfMany =
                    name.ends_with("id") && !m_profiles[other].differsInEachRow() && m_profiles[other].distinct > 1;
                return names[other].user >= kKnownName || names[other].item >= kKnownName || isIdOfMany ||
                       namesOrder(m_profiles[other].name);
            };
            bool hasOtherRole = false;
            for (std::size_t other = 0; other < m_profiles.size(); ++other) hasOtherRole |= isOtherRole(other);
            if (hasOtherRole) return;
            user[from] = item[to] = m_weights.nothingAgainst + kSureName;
            item[from] = user[to] = -m_weights.namedForOther;
            names[from].user = names[to].item = kSureName;
            names[from].item = names[to].user = 0;
            namesUsers = true;
        }
    }
}

/// In a file without a header, words such as "paid" and "shipped" are states of orders.
void RoleScores::avoidStates() {
    static const std::unordered_set<std::string> kStates = {
        "paid",     "unpaid",     "shipped",   "pending",  "complete", "completed", "cancelled",
        "canceled", "processing", "delivered", "returned", "refunded", "confirmed", "failed",
        "active",   "inactive",   "open",      "closed",   "approved", "rejected",  "processed",
        "received", "success",    "expired",   "waiting",  "done"};
    for (std::size_t column = 0; column < m_profiles.size() && !isNamed; ++column) {
        const std::vector<std::string>& examples = m_profiles[column].examples;
        const bool areStates =
            !examples.empty() && std::all_of(examples.begin(), examples.end(), [](const std::string& example) {
                return kStates.contains(plainName(example));
            });
        if (!areStates) continue;
        user[column] = std::min(user[column], -m_weights.namedForOther);
        item[column] = std::min(item[column], -m_weights.namedForOther);
    }
}

/// An unknown name that ends in "id" or "code" is weak evidence for the item, and also for the user unless the name of
/// another column suggests the user.
void RoleScores::preferUnknownIds() {
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        const std::string name = plainName(m_profiles[column].name);
        if (!hasNeutralName(column) || (!name.ends_with("id") && !name.ends_with("code"))) continue;
        item[column] += m_weights.idName;
        if (!namesUsers) user[column] += m_weights.idName;
    }
}

/// If no column's name suggests persons, an order is the closest thing to a user: its items belong together.
void RoleScores::preferOrders() {
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        if (user[column] > kNever / 2 && namesOrder(m_profiles[column].name)) user[column] += m_weights.orderAsUser;
    }
}

/// A column whose name suggests the item is not the user. The author of a book is not a user either, but the author of
/// a review is.
void RoleScores::avoidOtherRoles() {
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        const bool isItem = names[column].item >= kKnownName && names[column].user < kKnownName;
        const std::vector<std::string> words = wordsOf(m_profiles[column].name);
        const bool hasAuthor = std::any_of(
            words.begin(), words.end(), [](const std::string& word) { return word == "author" || word == "authors"; });
        const bool isAuthor = hasAuthor && (hasBooks() || (words.size() == 1 && hasTitles()));
        if (isNumberOf(m_profiles[column].name) && !namesOrder(m_profiles[column].name)) {
            item[column] = std::min(item[column], -m_weights.namedForOther);
            user[column] = std::min(user[column], -m_weights.namedForOther);
        }
        const bool isKind = namesEventKind(m_profiles[column].name) && hasFewKinds(m_profiles[column]);
        if (isKind) item[column] = std::min(item[column], -m_weights.namedForOther);
        if (isItem || isAuthor || isKind) user[column] = std::min(user[column], -m_weights.namedForOther);
    }
}

/// Without a column that names items, the description is the item of an order list, and an event is what people
/// attend; elsewhere these only describe the item or the row.
void RoleScores::preferDescriptions() {
    const bool hasItems =
        std::any_of(names.begin(), names.end(), [](const NameMeaning& meaning) { return meaning.item >= kKnownName; });
    for (std::size_t column = 0; column < m_profiles.size() && !hasItems; ++column) {
        const std::string name = plainName(m_profiles[column].name);
        const bool isDescription = name == "description" || name == "desc";
        const std::vector<std::string>& examples = m_profiles[column].examples;
        const bool isAttended = name == "event" && !std::all_of(examples.begin(), examples.end(), isEventKind);
        if (isDescription || isAttended) item[column] += m_weights.descriptionAsItem;
    }
}

/// Where something was bought is not what was bought: a place is not the item beside an exact name of something else.
void RoleScores::avoidPlaces() {
    const auto isPlace = [&](std::size_t column) {
        std::string name = plainName(m_profiles[column].name);
        if (name.ends_with("id")) name.resize(name.size() - 2);
        return kPlaces.contains(name);
    };
    const auto isNameOfPlace = [&](std::size_t column) {
        const std::vector<std::string> words = wordsOf(m_profiles[column].name);
        return words.size() == 2 && words[1] == "name" && kPlaces.contains(words[0]);
    };
    bool hasItem = false, hasName = false;
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        const bool isItem = names[column].isExact && names[column].item >= kSureName && item[column] >= 0;
        const std::string name = plainName(m_profiles[column].name);
        hasItem |= isItem && !isPlace(column) && name != "itemid";
        hasName |= !namesUsers && name == "name" && item[column] >= 0;  // beside users, it may be the name of a user
    }
    // Beside order numbers that differ in each row, a place is not the item: it says where something was ordered.
    for (const ColumnProfile& profile : m_profiles) hasItem |= namesOrder(profile.name) && profile.differsInEachRow();
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        if ((hasItem && isPlace(column)) || (hasName && isNameOfPlace(column)))
            item[column] = std::min(item[column], -m_weights.namedForOther);
    }
}

/// "brand_location" says where the brand is: it is not the item beside an id that could be it, such as "brand_id".
void RoleScores::avoidPlacesOfThings() {
    const auto isOfThing = [&](std::size_t column) {
        const std::vector<std::string> words = wordsOf(m_profiles[column].name);
        if (words.size() < 2 || !kPlaces.contains(words.back())) return false;
        const NameMeaning thing = meaningOf(words[words.size() - 2], m_weights);
        return thing.user != 0 || thing.item != 0;
    };
    const auto isId = [&](std::size_t column) {
        const ColumnProfile& profile = m_profiles[column];
        return plainName(profile.name).ends_with("id") && !cannotBeId(profile) && !profile.differsInEachRow() &&
               names[column].user < kKnownName && !namesOrder(profile.name) && !namesEventKind(profile.name);
    };
    bool hasId = false;
    for (std::size_t column = 0; column < m_profiles.size(); ++column) hasId |= isId(column);
    for (std::size_t column = 0; column < m_profiles.size() && hasId; ++column) {
        if (isOfThing(column)) item[column] = std::min(item[column], -m_weights.namedForOther);
    }
}

/// Beside a column "season", the numbers in a column "episode" are not the items: they count the parts of a show.
void RoleScores::avoidNumbersOfParts() {
    const auto isNamed = [&](std::size_t column, std::string_view name) {
        return plainName(m_profiles[column].name) == name;
    };
    bool hasWhole = false;
    for (std::size_t column = 0; column < m_profiles.size(); ++column) hasWhole |= isNamed(column, "season");
    for (std::size_t column = 0; column < m_profiles.size() && hasWhole; ++column) {
        const bool isNumber = m_profiles[column].wholeShare >= kNearlyAll;
        if (isNamed(column, "episode") && isNumber) item[column] = std::min(item[column], -m_weights.namedForOther);
    }
}

/// Columns such as "juror_1", "juror_2" and "juror_3" hold one value each of the same kind: none of them alone is the
/// user or the item.
void RoleScores::avoidNumberedColumns() {
    std::map<std::string, std::vector<std::size_t>> columnsOf;
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        const auto name = numberedName(std::string(trimmed(m_profiles[column].name)));
        if (name && !name->stem.empty()) columnsOf[folded(name->stem)].push_back(column);
    }
    for (const auto& [stem, columns] : columnsOf) {
        if (static_cast<double>(columns.size()) < m_weights.fewestNumbered) continue;
        for (const std::size_t column : columns) {
            user[column] = std::min(user[column], -m_weights.namedForOther);
            item[column] = std::min(item[column], -m_weights.namedForOther);
        }
    }
}

/// Beside a track, its artist and its album are not what was heard.
void RoleScores::avoidArtistsOfTracks() {
    const auto hasWord = [&](std::size_t column, std::initializer_list<std::string_view> words) {
        const std::vector<std::string> own = wordsOf(m_profiles[column].name);
        return std::any_of(words.begin(), words.end(),
                           [&](std::string_view word) { return std::find(own.begin(), own.end(), word) != own.end(); });
    };
    const auto isTrack = [&](std::size_t column) {
        return hasWord(column, {"track", "song", "title"}) && item[column] >= 0;
    };
    bool hasTrack = false;
    for (std::size_t column = 0; column < m_profiles.size(); ++column) hasTrack |= isTrack(column);
    for (std::size_t column = 0; column < m_profiles.size() && hasTrack; ++column) {
        const bool isOfTrack = hasWord(column, {"artist", "album"}) && !isTrack(column);
        // A favourite may be, for example, the best track of an album.
        const bool isFavourite = hasWord(column, {"fav", "favorite", "favourite"});
        if (isOfTrack || isFavourite) item[column] = std::min(item[column], -m_weights.namedForOther);
    }
}

/// If nothing else can be the item beside a named user, takes the only id or web address that repeats as the item:
/// "comment_id" of comments that are liked, or the address of a page.
void RoleScores::takeTheOnlyId() {
    std::optional<std::size_t> only;
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        const ColumnProfile& profile = m_profiles[column];
        if (names[column].user >= kSureName) continue;
        if (item[column] >= 0) return;
        const std::string name = plainName(profile.name);
        const bool isId = name.ends_with("id") || name == "url";
        if (!isId || cannotBeId(profile) || profile.differsInEachRow() || namesOrder(profile.name)) continue;
        if (profile.kind == ColumnKind::Category || profile.kind == ColumnKind::Flag || profile.distinct < 2) continue;
        if (only) return;
        only = column;
    }
    if (only && namesUsers) item[*only] = m_weights.nothingAgainst;
}

/// True if the items are named only by titles, as in a list of books. A table of reviews, in contrast, has an id for
/// the reviewed item.
bool RoleScores::hasTitles() const {
    bool isTitled = false;
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        const std::string name = plainName(m_profiles[column].name);
        const bool isTitle = name == "title" || name == "booktitle" || name == "name";
        if (!isTitle && names[column].item >= kSureName) return false;
        isTitled |= isTitle;
    }
    return isTitled;
}

/// True if the name of a column suggests a book or its number (ISBN): an author is then the author of the books.
bool RoleScores::hasBooks() const {
    return std::any_of(m_profiles.begin(), m_profiles.end(), [](const ColumnProfile& profile) {
        const std::vector<std::string> words = wordsOf(profile.name);
        return std::any_of(words.begin(), words.end(), [](const std::string& word) {
            return word == "book" || word == "isbn" || word == "isbn13" || word == "isbn10";
        });
    });
}

/// True if another column, whose score as the item is about as high or higher, has more distinct values and determines
/// this one, as a track determines its artist.
bool RoleScores::isCoarser(std::size_t column) const {
    for (std::size_t other = 0; other < m_profiles.size(); ++other) {
        if (other == column || item[other] < item[column] - m_weights.coarserWithin || names[other].user >= kSureName)
            continue;
        if (m_profiles[other].distinct <= m_profiles[column].distinct) continue;
        // Of two columns that identify the same things, neither is coarser, unless this one lacks more values.
        const bool isOneToOne = m_profiles[column].missing <= m_profiles[other].missing &&
                                determines(m_profiles[column], m_profiles[other]);
        if (!isOneToOne && determines(m_profiles[other], m_profiles[column])) return true;
    }
    return false;
}

}  // namespace recscope
