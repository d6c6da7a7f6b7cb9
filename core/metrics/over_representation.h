// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/cohort_basis.h"
#include "core/metrics/proportions.h"
#include "core/metrics/user_traits.h"

namespace recscope {

/// How often one trait is found in a cohort and among the users it is compared with.
struct TraitComparison {
    TraitKind kind = TraitKind::Item;
    std::string feature, value;   ///< "occupation", "student"
    Proportion cohort, others;    ///< users with the trait, of those whose value is known
    double othersShare = 0;       ///< of the others; if lengths are matched, weighted to the cohort's lengths
    double difference = 0;        ///< cohort.share() - othersShare, -1…1
    Interval interval;            ///< of the difference, 95 % (Newcombe), for this comparison alone
    std::optional<double> ratio;  ///< of the shares; none where no other user has the trait
    double p = 1;
    double adjusted = 1;  ///< p corrected for all comparisons: see benjaminiHochberg
    ShareTest test = ShareTest::PooledNormal;

    bool isOver() const { return difference > 0; }
};

/// What a cohort has more or less of than the users who could have been in it.
struct OverRepresentation {
    /// A trait that fewer users have, or lack, cohort and others together, is not compared: it could hardly become a
    /// finding, and would weaken all others. The bound does not depend on who is in the cohort, so it favours no trait
    /// (Bourgon, Gentleman & Huber, PNAS 2010).
    static constexpr std::int64_t kFewestUsers = 10;
    /// The expected share of false findings among all findings.
    static constexpr double kFalseShare = 0.05;

    std::int64_t cohortUsers = 0;           ///< of the cohort that the criteria could have chosen, usually all
    std::int64_t otherUsers = 0;            ///< that the cohort is compared with
    std::int64_t impossibleUsers = 0;       ///< neither: they could not have been chosen
    std::int64_t unmatchedUsers = 0;        ///< of the cohort, with no other user of about their history length
    bool isLengthMatched = false;           ///< whether users are compared with others of about their history length
    std::vector<CohortCriterion> criteria;  ///< by which the cohort was chosen; empty = not recorded
    std::string candidates;                 ///< who could have been chosen, in words; empty = every user
    std::vector<std::string> decided;       ///< features not compared, because they follow from the choice
    std::int64_t looks = 0;                 ///< traits compared
    std::int64_t tooRare = 0;               ///< traits left out
    std::vector<TraitComparison> traits;    ///< all compared; smallest p first, then the largest difference

    static bool isFinding(const TraitComparison& trait) { return trait.adjusted <= kFalseShare; }
    std::int64_t findings() const;
    /// "Compared with the 810 other users who could have been chosen: …": with whom, and how many they are.
    std::string reference() const;
    /// reference(), what was not compared, the number of comparisons, and the correction for it.
    std::string sentence() const;
};

/// Compares the cohort with all others who could have been chosen (not with everybody: then the cohort would be
/// compared with itself, too), in traits that do not follow from the choice. If the basis was not recorded: with all
/// other users, in all traits. `traits` must have been made without the items of the basis. Pre: `cohort` is ascending,
/// its users are below traits.userCount. Throws Error(Input) if the cohort is empty or there are no other users.
OverRepresentation overRepresentation(const UserTraits& traits, std::span<const std::int32_t> cohort,
                                      const CohortBasis& basis = {});

}  // namespace recscope
