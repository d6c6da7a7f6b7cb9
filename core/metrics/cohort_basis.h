// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/user_traits.h"

namespace recscope {

/// What users can be chosen by.
enum class ChosenBy {
    Hand,              ///< ids, favourites
    Rank,              ///< of the held-out item in runs
    Item,              ///< of the history, held-out items included
    Length,            ///< of the history
    Time,              ///< of interactions
    TargetPopularity,  ///< of the held-out item
    Attribute,
    Cohort,  ///< another one, of which these are a part
};

struct CohortCriterion {
    ChosenBy by = ChosenBy::Hand;
    std::string name = {};   ///< of the run (empty = of any), the item, the attribute, the other cohort
    Token item = kPadToken;  ///< where an item was chosen by
    bool operator==(const CohortCriterion&) const = default;
};

/// How a cohort was chosen, as far as it decides whom its users can be compared with. A user who could not have been
/// chosen (never scored, of an unknown age) differs from those who could for reasons that have nothing to do with the
/// cohort; a trait that is the criterion, or follows from it, says nothing.
struct CohortBasis {
    std::vector<CohortCriterion> criteria = {};  ///< all had to hold; none = was not recorded
    /// Who could have been chosen, the cohort included, rising; nothing = every user.
    std::optional<std::vector<std::int32_t>> candidates = {};

    bool operator==(const CohortBasis&) const = default;
    bool isRecorded() const { return !criteria.empty(); }
    bool has(ChosenBy by) const;

    /// Adds a criterion that only these users can be judged by. Pre: `known` rises.
    void add(const CohortCriterion& criterion, const std::vector<std::int32_t>& known);
    void add(const CohortCriterion& criterion) { criteria.push_back(criterion); }

    /// Whether all answers to this follow from the choice: of who has much of anything, those with long histories.
    bool decides(const TraitFeature& feature) const;
    /// Whether the choice is likelier the longer a history is: then users are compared with others of their length.
    bool dependsOnLength() const;
    /// The items that are left out of histories before they are compared: who has them was the choice.
    std::vector<Token> items() const;

    /// The criteria as JSON; of what is no such JSON, none.
    std::string criteriaJson() const;
    static std::vector<CohortCriterion> criteriaFromJson(const std::string& json);
};

/// "they have a rank in "SASRec 1"; and their age is known": who could have been chosen. Empty = everybody.
std::string candidateWords(const CohortBasis& basis);

}  // namespace recscope
