// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/user_traits.h"

namespace recscope {

/// A criterion by which users can be chosen.
enum class ChosenBy {
    Hand,              ///< choice by hand: by id, or from the favourites
    Rank,              ///< rank of the held-out item in runs
    Item,              ///< an item in the history or among the held-out items
    Length,            ///< length of the history
    Time,              ///< time of interactions
    TargetPopularity,  ///< popularity of the held-out item
    Attribute,         ///< attribute of the user
    Cohort,            ///< membership of another cohort, of which these users are a part
};

struct CohortCriterion {
    ChosenBy by = ChosenBy::Hand;
    std::string name = {};   ///< name of the run (empty = any run), the item, the attribute or the other cohort
    Token item = kPadToken;  ///< ChosenBy::Item only
    bool operator==(const CohortCriterion&) const = default;
};

/// How a cohort was chosen, which determines the users with whom it can be compared. Users who could not have been
/// chosen (never scored, or of unknown age) differ from the others for reasons unrelated to the cohort. A trait that is
/// itself a criterion, or that follows from one, is not informative.
struct CohortBasis {
    std::vector<CohortCriterion> criteria = {};  ///< a user had to meet all of them; empty = not recorded
    /// Users who could have been chosen, including the cohort, ascending; none = every user.
    std::optional<std::vector<std::int32_t>> candidates = {};

    bool operator==(const CohortBasis&) const = default;
    bool isRecorded() const { return !criteria.empty(); }
    bool has(ChosenBy by) const;

    /// Adds a criterion whose value is known only for the users `known`. Pre: `known` is ascending.
    void add(const CohortCriterion& criterion, const std::vector<std::int32_t>& known);
    void add(const CohortCriterion& criterion) { criteria.push_back(criterion); }

    /// Whether the values of this feature follow from the criteria. For example, users chosen for long histories have
    /// more of everything.
    bool decides(const TraitFeature& feature) const;
    /// Whether users with longer histories were likelier to be chosen. If so, users are compared with others whose
    /// histories are of similar length.
    bool dependsOnLength() const;
    /// The items to leave out of histories before comparing them, because users were chosen for having these items.
    std::vector<Token> items() const;

    /// The criteria as JSON. `criteriaFromJson` returns no criteria for any other text.
    std::string criteriaJson() const;
    static std::vector<CohortCriterion> criteriaFromJson(const std::string& json);
};

/// Describes the users who could have been chosen: "they have a rank in "SASRec 1"; and their age is known". Empty =
/// every user.
std::string candidateWords(const CohortBasis& basis);

}  // namespace recscope
