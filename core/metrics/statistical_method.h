// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace recscope {

/// One side of a comparison, and what is known of the effect of its seed.
struct ComparedSide {
    std::string name;
    std::size_t seeds = 1;      ///< number of runs that differ only in their seed
    bool dependsOnSeed = true;  ///< false for popularity, which gives the same result if trained again

    bool isOneOfManySeeds() const { return dependsOnSeed && seeds < 2; }
};

/// A sentence on the seeds whose effect the interval of a difference does not cover, to be shown with every verdict;
/// empty if every side that depends on its seed has two or more.
std::string uncoveredSeeds(const std::vector<ComparedSide>& sides);

/// The method of a table of comparisons, for `methodSentence`.
struct ComparisonMethod {
    std::string reference;            ///< what each other side is compared with: "SASRec, the best on validation"
    std::string metric;               ///< "NDCG@10"
    std::vector<ComparedSide> sides;  ///< including the reference
    std::size_t comparisons = 1;      ///< number of comparisons that Holm's correction accounts for
};

/// The whole method in one sentence of statistical terms: the pairing, the variances added, the distribution, and the
/// correction with its number of comparisons. `seedDifference` and `holm` implement it.
std::string methodSentence(const ComparisonMethod& of);

/// The method for the interval of one mean, in one sentence: over users, and over seeds if there are several.
std::string meanMethodSentence(std::size_t seeds);

}  // namespace recscope
