// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/user_traits.h"

namespace recscope {

/// A criterion by which the users of a cohort can be chosen.
enum class ChosenBy {
    Hand,              ///< chosen one by one: by id, or from the favourites
    Rank,              ///< rank of the held-out item in runs
    Item,              ///< an item in the history or among the held-out items
    Length,            ///< length of the history
    Time,              ///< time of interactions
    TargetPopularity,  ///< popularity of the held-out item
    Attribute,         ///< attribute of the user
    Cohort,            ///< membership in another cohort, from which these users were chosen
};

struct CohortCriterion {
    ChosenBy by = ChosenBy::Hand;
    std::string name = {};   ///< name of the run (empty = any run), item, attribute or other cohort
    Token item = kPadToken;  ///< the item, for ChosenBy::Item only
    bool operator==(const CohortCriterion&) const = default;
};

/// How a cohort was chosen. This determines the users with whom the cohort can be compared: users who could not have
/// been chosen (for example, never scored, or of unknown age) are excluded, because they differ from the cohort for
/// other reasons than its criteria. It also determines the traits that can be compared: a trait that is itself a
/// criterion, or that follows from one, is not informative.
struct CohortBasis {
    std::vector<CohortCriterion> criteria = {};  ///< all of them hold for each user of the cohort; empty = not recorded
    /// Users who could have been chosen, including the cohort, ascending; nothing = every user.
    std::optional<std::vector<std::int32_t>> candidates = {};

    bool operator==(const CohortBasis&) const = default;
    bool isRecorded() const { return !criteria.empty(); }
    bool has(ChosenBy by) const;

    /// Adds a criterion that can be checked only for the users in `known`. All other users are no longer candidates.
    /// Pre: `known` is ascending.
    void add(const CohortCriterion& criterion, const std::vector<std::int32_t>& known);
    /// Adds a criterion that can be checked for every candidate.
    void add(const CohortCriterion& criterion) { criteria.push_back(criterion); }

    /// Whether the values of this feature follow from the criteria. For example, the histories of users chosen for long
    /// histories contain more items and genres.
    bool determines(const TraitFeature& feature) const;
    /// Whether users must be compared only with users whose histories are of similar length, because users with longer
    /// histories were likelier to be chosen. False if length is itself a criterion.
    bool dependsOnLength() const;
    /// The items to leave out of histories before comparing them, because users were chosen for having these items.
    std::vector<Token> items() const;

    /// The criteria as JSON. `criteriaFromJson` reads them again; it returns no criteria for a text of another form.
    std::string criteriaJson() const;
    static std::vector<CohortCriterion> criteriaFromJson(const std::string& json);
};

/// A description of the users who could have been chosen: "they have a rank in the run "SASRec 1"; and their age is
/// known". Empty if no criterion restricts them.
std::string candidatesDescription(const CohortBasis& basis);

}  // namespace recscope
