// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace recscope {

/// One side of a comparison, with the number of its seeds and whether seeds affect its result.
struct ComparedSide {
    std::string name;
    std::size_t seeds = 1;      ///< number of runs that differ only in their seed
    bool dependsOnSeed = true;  ///< false for models such as popularity, whose result never varies

    /// Whether the result depends on the seed but only one seed was run, so that the variation between seeds is
    /// unknown.
    bool hasUncoveredSeeds() const { return dependsOnSeed && seeds < 2; }
};

/// A sentence, shown with every verdict, that names the sides with only one seed: the interval of a difference does not
/// cover their variation between seeds. Empty if every side that depends on its seed has two or more seeds.
std::string uncoveredSeeds(const std::vector<ComparedSide>& sides);

/// The method of a table of comparisons, for `methodSentence`.
struct ComparisonMethod {
    std::string reference;  ///< the side that all other sides are compared with: "SASRec, the best on validation"
    std::string metric;     ///< "NDCG@10"
    std::vector<ComparedSide> sides;  ///< including the reference
    std::size_t comparisons = 1;      ///< number of comparisons that Holm's correction accounts for
};

/// One sentence that states the statistical method: the pairing, the variances added, the distribution, and the
/// correction with its number of comparisons. `seedDifference` and `holm` implement this method.
std::string methodSentence(const ComparisonMethod& method);

/// The method for the interval of one mean, in one sentence: over users, and over seeds if there are several.
std::string meanMethodSentence(std::size_t seeds);

}  // namespace recscope
