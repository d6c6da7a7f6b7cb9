// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace recscope {

/// One side of a comparison, and how much of the chance of its training is known.
struct ComparedSide {
    std::string name;
    std::size_t seeds = 1;      ///< runs that differ in nothing but their seed
    bool dependsOnSeed = true;  ///< popularity does not: trained again it is the same

    bool isOneOfManySeeds() const { return dependsOnSeed && seeds < 2; }
};

/// What the interval of a difference says nothing about, as a sentence that everything with a verdict shows; empty
/// where every side that depends on its seed has two or more.
std::string uncoveredSeeds(const std::vector<ComparedSide>& sides);

/// What a table of comparisons does, for `methodSentence`.
struct ComparisonMethod {
    std::string reference;            ///< what each other side is compared with: "SASRec, the best on validation"
    std::string metric;               ///< "NDCG@10"
    std::vector<ComparedSide> sides;  ///< the reference, too
    std::size_t comparisons = 1;      ///< that Holm's correction counts
};

/// The whole method in one sentence in the terms of statistics: how it is paired, which variances are added, which
/// distribution, which correction over which comparisons. What it says is done by `seedDifference` and `holm`.
std::string methodSentence(const ComparisonMethod& of);

/// The same of the interval of one mean: over users, and over seeds where there are several.
std::string meanMethodSentence(std::size_t seeds);

}  // namespace recscope
