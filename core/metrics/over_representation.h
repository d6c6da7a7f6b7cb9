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

/// How often one trait occurs in a cohort and among the users with whom the cohort is compared.
struct TraitComparison {
    TraitKind kind = TraitKind::Item;
    std::string feature, value;   ///< "occupation", "student"
    Proportion cohort, others;    ///< users with the trait, out of those whose value is known
    double othersShare = 0;       ///< share among the others; if lengths are matched, weighted to the cohort's lengths
    double difference = 0;        ///< cohort.share() - othersShare, -1…1
    Interval interval;            ///< 95 % interval of the difference (Newcombe), for this comparison alone
    std::optional<double> ratio;  ///< ratio of the shares; nothing if no other user has the trait
    double p = 1;                 ///< p-value of this comparison alone
    double adjusted = 1;          ///< p-value corrected for all comparisons: see benjaminiHochberg
    ShareTest test = ShareTest::PooledNormal;

    bool isOver() const { return difference > 0; }
};

/// The traits that are more or less frequent in a cohort than among the other users who could have been in it.
struct OverRepresentation {
    /// A trait is compared only if at least this many users have it and at least this many lack it, counting the cohort
    /// and the others together. A rarer trait could hardly become a finding, and comparing it would weaken all other
    /// comparisons. Which traits are too rare does not depend on who is in the cohort, so leaving them out does not
    /// bias the tests (Bourgon, Gentleman & Huber, PNAS 2010).
    static constexpr std::int64_t kMinUsers = 10;
    /// The false discovery rate: the accepted expected share of false findings among all findings.
    static constexpr double kFalseShare = 0.05;

    std::int64_t cohortUsers = 0;    ///< users of the cohort, except those in excludedUsers; usually all
    std::int64_t otherUsers = 0;     ///< users with whom the cohort is compared
    std::int64_t excludedUsers = 0;  ///< users in neither group, because the criteria could not have chosen them
    /// Users of the cohort left out because no other users have similar history lengths.
    std::int64_t unmatchedUsers = 0;
    bool isLengthMatched = false;           ///< whether users are compared with users of about the same history length
    std::vector<CohortCriterion> criteria;  ///< criteria by which the cohort was chosen; empty = not recorded
    std::string candidates;                 ///< describes the users who could have been chosen; empty = every user
    std::vector<std::string> decided;       ///< features not compared, because they follow from the choice
    std::int64_t comparisons = 0;           ///< number of traits compared
    std::int64_t tooRare = 0;               ///< number of traits left out as too rare; see kMinUsers
    std::vector<TraitComparison> traits;    ///< all compared traits; smallest p first, then the largest difference

    static bool isFinding(const TraitComparison& trait) { return trait.adjusted <= kFalseShare; }
    std::int64_t findings() const;
    /// States the users with whom the cohort is compared, and their number: "Compared with the 810 other users who
    /// could have been chosen: …".
    std::string reference() const;
    /// reference(), followed by what was not compared, the number of comparisons, and the correction for that number.
    std::string sentence() const;
};

/// Compares the cohort with all other users who could have been chosen, in the traits that do not follow from the
/// criteria. The comparison group excludes the cohort, because otherwise the cohort would partly be compared with
/// itself. If the basis was not recorded, the cohort is compared with all other users in all traits. Throws
/// Error(Input) if the cohort is empty or there are no other users. Pre: `traits` was made without the items of the
/// basis (`TraitSource::ignored`); `cohort` is ascending, and its users are below traits.userCount.
OverRepresentation overRepresentation(const UserTraits& traits, std::span<const std::int32_t> cohort,
                                      const CohortBasis& basis = {});

}  // namespace recscope
