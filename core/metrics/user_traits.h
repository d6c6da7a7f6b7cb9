// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/sequence/histories.h"
#include "core/sequence/user_attribute.h"

namespace recscope {

/// The property that a feature of users describes. The kinds that begin with Target describe the held-out item; Length,
/// LastTime, Genre, Tag and Item describe the history.
enum class TraitKind { Attribute, TargetGenre, TargetTag, TargetPopularity, Length, LastTime, Genre, Tag, Item };

/// A property of users: "occupation", "Item in the history".
struct TraitFeature {
    TraitKind kind = TraitKind::Item;
    std::string name;
    std::vector<bool> known;  ///< whether each user's value is known, shape (U = users); empty = known for all
};

/// One value of a feature and the users who have it: "occupation: student".
struct UserTrait {
    std::size_t feature = 0;          ///< index in UserTraits::features
    std::string value;                ///< "student", "20 to 35 items"
    std::vector<std::int32_t> users;  ///< ascending
};

/// Everything that is known about a dataset's users, as features and their values (traits). Traits that all users have,
/// or that no user has, are left out.
struct UserTraits {
    std::int32_t userCount = 0;  ///< number of users, U
    /// Number of items in the part of each user's history that a model reads, not counting ignored items, shape (U);
    /// empty = unknown.
    std::vector<std::int32_t> lengths;
    std::vector<TraitFeature> features;
    std::vector<UserTrait> traits;
};

/// The data that traits are made from. Histories and targets are those of `split`, so that a trait describes what a
/// model that is scored on this split could read and had to predict.
struct TraitSource {
    const Histories& histories;
    Split split = Split::Test;
    std::span<const ItemInfo> items = {};  ///< in token order, shape (V = number of items)
    /// Time of each user's last interaction, Unix seconds, shape (U); empty = no times.
    std::span<const std::int64_t> lastTimes = {};
    std::span<const UserAttribute> attributes = {};
    /// Items left out of histories and of held-out items, because the users were chosen for having them.
    std::span<const Token> ignored = {};
};

/// Makes the features and traits. A numeric feature (age, length, popularity, time) has about five traits, each for
/// about a fifth of the users. A genre or tag in the history is one trait: it holds for about the quarter of the users
/// whose histories have the largest share of this genre or tag.
UserTraits traitsOf(const TraitSource& source);

/// Splits the values into at most `groups` groups of about equal size, keeping equal values together. Returns the
/// smallest and the largest value of each group.
std::vector<std::pair<double, double>> quantileGroups(std::vector<double> values, int groups);

}  // namespace recscope
