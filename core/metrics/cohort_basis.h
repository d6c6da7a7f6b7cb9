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
    Cohort,  ///< another cohort, of which these users are a part
};

struct CohortCriterion {
    ChosenBy by = ChosenBy::Hand;
    std::string name = {};   ///< of the run (empty = any run), the item, the attribute, the other cohort
    Token item = kPadToken;  ///< ChosenBy::Item only
    bool operator==(const CohortCriterion&) const = default;
};

/// How a cohort was chosen, as far as it determines whom its users can be compared with. A user who could not have been
/// chosen (never scored, of unknown age) differs from those who could for reasons unrelated to the cohort; a trait that
/// is the criterion, or follows from it, is not informative.
struct CohortBasis {
    std::vector<CohortCriterion> criteria = {};  ///< all had to hold; empty = not recorded
    /// Users who could have been chosen, including the cohort, ascending; none = every user.
    std::optional<std::vector<std::int32_t>> candidates = {};

    bool operator==(const CohortBasis&) const = default;
    bool isRecorded() const { return !criteria.empty(); }
    bool has(ChosenBy by) const;

    /// Adds a criterion whose value is known only for the users `known`. Pre: `known` is ascending.
    void add(const CohortCriterion& criterion, const std::vector<std::int32_t>& known);
    void add(const CohortCriterion& criterion) { criteria.push_back(criterion); }

    /// Whether the values of this feature follow from the choice: users chosen for long histories, for example,
    /// have more of everything.
    bool decides(const TraitFeature& feature) const;
    /// Whether users with longer histories were likelier to be chosen: then users are compared with others of similar
    /// length.
    bool dependsOnLength() const;
    /// The items to leave out of histories before these are compared, because users were chosen for having them.
    std::vector<Token> items() const;

    /// The criteria as JSON. Reading anything else gives no criteria.
    std::string criteriaJson() const;
    static std::vector<CohortCriterion> criteriaFromJson(const std::string& json);
};

/// Who could have been chosen, in words: "they have a rank in "SASRec 1"; and their age is known". Empty = every user.
std::string candidateWords(const CohortBasis& basis);

}  // namespace recscope
