// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/role_scores.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/data/user_or_item.h"
#include "core/util/text.h"

namespace recscope {

namespace {

/// True for a column with two values such as "TRUE" and "FALSE", or 0 and 1 if the name does not say that they are ids.
bool isYesNo(const ColumnProfile& profile) {
    if (profile.kind != ColumnKind::Flag) return false;
    static constexpr std::array<std::string_view, 10> kWords = {"true", "false", "yes", "no", "y",
                                                                "n",    "t",     "f",   "on", "off"};
    const NameMeaning meaning = meaningOf(profile.name);
    const bool isNamedId = profile.name.empty() || std::max(meaning.user, meaning.item) >= kKnownName;
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

double userValues(const ColumnProfile& profile, const RoleWeights& weights) {
    if (cannotBeId(profile)) return kNever;
    double score =
        weights.nothingAgainst - weights.missingUser * profile.missingShare() - againstBoth(profile, weights);
    if (profile.kind == ColumnKind::Text) score -= weights.textUser;
    if (profile.kind == ColumnKind::Url) score -= weights.urlUser;
    if (profile.differsInEachRow()) score -= weights.rowIdUser;
    return score;
}

double itemValues(const ColumnProfile& profile, const RoleWeights& weights) {
    if (cannotBeId(profile)) return kNever;
    double score =
        weights.nothingAgainst - weights.missingItem * profile.missingShare() - againstBoth(profile, weights);
    if (profile.kind == ColumnKind::Text)
        score -= profile.hasEnoughRows() && profile.distinctShare() < weights.repeating ? weights.repeatedText
                                                                                        : weights.textItem;
    if (profile.kind == ColumnKind::Url) score -= weights.urlItem;
    if (profile.differsInEachRow()) score -= weights.rowIdItem;
    return score;
}

}  // namespace

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

RoleScores::RoleScores(const std::vector<ColumnProfile>& profiles, const RoleWeights& weights)
    : m_profiles(profiles), m_weights(weights) {
    for (const ColumnProfile& profile : profiles) {
        const NameMeaning meaning = meaningOf(profile.name, weights);
        user.push_back(userValues(profile, weights) + meaning.user);
        item.push_back(itemValues(profile, weights) + meaning.item);
        names.push_back(meaning);
        // pandas names columns 0, 1, 2: such names carry no meaning.
        isNamed |= profile.name.find_first_not_of("0123456789 ") != std::string::npos;
        namesUsers |= meaning.user >= kKnownName;
    }
    preferUnknownIds();
    if (isNamed && !namesUsers) preferOrders();
    avoidOtherRoles();
    preferDescriptions();
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
    if (determines(m_profiles[itemColumn], m_profiles[userColumn])) score -= m_weights.userOfItem;
    return score;
}

/// True if the column's name is no evidence for or against users and items.
bool RoleScores::hasNeutralName(std::size_t column) const {
    return names[column].user == 0 && names[column].item == 0;
}

/// An unknown name that ends in "id" or "code" is weak evidence for the item, and also for the user unless another
/// column is named as the user.
void RoleScores::preferUnknownIds() {
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        const std::string name = plainName(m_profiles[column].name);
        if (!hasNeutralName(column) || (!name.ends_with("id") && !name.ends_with("code"))) continue;
        item[column] += m_weights.idName;
        if (!namesUsers) user[column] += m_weights.idName;
    }
}

/// Without a column that names persons, an order is the closest thing to a user: its items belong together.
void RoleScores::preferOrders() {
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        if (user[column] > kNever / 2 && namesOrder(m_profiles[column].name)) user[column] += m_weights.orderAsUser;
    }
}

/// A column that is named as the item is not the user. The author of a book is no user either, but the author of a
/// review is.
void RoleScores::avoidOtherRoles() {
    for (std::size_t column = 0; column < m_profiles.size(); ++column) {
        const std::string name = plainName(m_profiles[column].name);
        const bool isItem = names[column].item >= kKnownName && names[column].user < kKnownName;
        const bool isAuthor = (name == "author" || name == "authors") && hasTitles();
        if (isItem || isAuthor) user[column] = std::min(user[column], -m_weights.namedForOther);
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

/// True if another column, whose score as the item is about as high or higher, has more distinct values and determines
/// this one, as a track determines its artist.
bool RoleScores::isCoarser(std::size_t column) const {
    for (std::size_t other = 0; other < m_profiles.size(); ++other) {
        if (other == column || item[other] < item[column] - m_weights.coarserWithin || names[other].user >= kSureName)
            continue;
        if (m_profiles[other].distinct <= m_profiles[column].distinct) continue;
        if (determines(m_profiles[other], m_profiles[column])) return true;
    }
    return false;
}

}  // namespace recscope
