// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/proportions.h"
#include "core/metrics/user_traits.h"

namespace recscope {

/// How often one trait is found in a cohort and among all other users.
struct TraitComparison {
    TraitKind kind = TraitKind::Item;
    std::string feature, value;   ///< "occupation", "student"
    Proportion cohort, others;    ///< users with the trait of those whose answer is known
    double difference = 0;        ///< cohort.share() - others.share(), -1…1
    Interval interval;            ///< of the difference, 95 % (Newcombe), for this look alone
    std::optional<double> ratio;  ///< of the shares; none where no other user has the trait
    double p = 1;
    double adjusted = 1;  ///< p corrected for all looks: see benjaminiHochberg
    ShareTest test = ShareTest::PooledNormal;

    bool isOver() const { return difference > 0; }
};

/// What a cohort has more or less of than everybody else.
struct OverRepresentation {
    /// A trait that fewer users have, cohort and others together, is not looked at: it could not be found, and would
    /// make all findings weaker. The bound knows nothing of the cohort, so it favours no trait (Bourgon, Gentleman &
    /// Huber, PNAS 2010).
    static constexpr std::int64_t kFewestUsers = 10;
    /// The expected share of false findings among all findings.
    static constexpr double kFalseShare = 0.05;

    std::int64_t cohortUsers = 0, otherUsers = 0;
    std::int64_t looks = 0;               ///< traits compared
    std::int64_t tooRare = 0;             ///< traits left out
    std::vector<TraitComparison> traits;  ///< all looks; the surest first, of equals the larger difference

    static bool isFinding(const TraitComparison& trait) { return trait.adjusted <= kFalseShare; }
    std::int64_t findings() const;
    /// "Compared with all other 819 users. 1,163 looks; …": how many looks, and what was done about it.
    std::string sentence() const;
};

/// Compares the cohort with all other users (not with everybody: then the cohort would be compared with itself, too).
/// Pre: `cohort` rises, its users are below traits.userCount. Throws Error(Input) if there are no other users.
OverRepresentation overRepresentation(const UserTraits& traits, std::span<const std::int32_t> cohort);

}  // namespace recscope
