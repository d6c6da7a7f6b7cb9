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

/// What a feature of users is about.
enum class TraitKind { Attribute, TargetGenre, TargetTag, TargetPopularity, Length, LastTime, Genre, Tag, Item };

/// One question that all users are asked: "occupation", "Item in the history".
struct TraitFeature {
    TraitKind kind = TraitKind::Item;
    std::string name;
    std::vector<bool> known;  ///< (U) whose answer is known; empty = everybody's
};

/// One answer and who gives it: "occupation: student".
struct UserTrait {
    std::size_t feature = 0;          ///< index in UserTraits::features
    std::string value;                ///< "student", "20 to 35 items"
    std::vector<std::int32_t> users;  ///< rising
};

/// Everything that is known of a dataset's users, as questions and answers. Answers that everybody gives are left out.
struct UserTraits {
    std::int32_t userCount = 0;         ///< U
    std::vector<std::int32_t> lengths;  ///< (U) of what the model reads, without ignored items; may be empty: not known
    std::vector<TraitFeature> features;
    std::vector<UserTrait> traits;
};

/// What the traits are made of. Histories and targets are those of a split, so that a trait says what the model that
/// was scored on it could read, and what it had to find.
struct TraitSource {
    const Histories& histories;
    Split split = Split::Test;
    std::span<const ItemInfo> items = {};          ///< (V) in token order
    std::span<const std::int64_t> lastTimes = {};  ///< (U) unix seconds; empty = no times
    std::span<const UserAttribute> attributes = {};
    /// Items that are left out of what is read, and as held-out items: the users are chosen by who has them.
    std::span<const Token> ignored = {};
};

/// Of numbers (ages, lengths, popularity, times) the traits are groups of about equal size: fifths of all users. Of
/// genres and tags in histories: the quarter of the users with the largest share of it.
UserTraits traitsOf(const TraitSource& source);

/// The numbers that part these values into at most `groups` groups of about equal size, equal values never parted: the
/// smallest and the largest value of each group.
std::vector<std::pair<double, double>> quantileGroups(std::vector<double> values, int groups);

}  // namespace recscope
