// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/statistical_method.h"

#include <algorithm>

#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

std::string uncoveredSeeds(const std::vector<ComparedSide>& sides) {
    std::vector<std::string> single;
    std::size_t seedDependent = 0;
    for (const ComparedSide& side : sides) {
        seedDependent += side.dependsOnSeed;
        if (side.hasUncoveredSeeds()) single.push_back(side.name);
    }
    if (single.empty()) return {};
    if (single.size() == 1)
        return translated("{} has one seed: the interval does not cover the effect of another seed.", single.front());
    if (single.size() == seedDependent)
        return translated("One seed each: the interval does not cover the effect of another seed.");
    return translated("{} have one seed each: their intervals do not cover the effect of another seed.",
                      listed(single));
}

std::string methodSentence(const ComparisonMethod& method) {
    const std::string comparisons =
        method.comparisons == 1 ? translated("1 comparison") : translated("{} comparisons", method.comparisons);
    const bool addsSeeds =
        std::any_of(method.sides.begin(), method.sides.end(), [](const ComparedSide& side) { return side.seeds > 1; });
    if (addsSeeds)
        return translated(
            "Differences of {} from {} are paired by user; the squared standard error is the variance over users plus "
            "the variance over seeds of each side that has two or more, intervals (95 %) and two-sided p-values are by "
            "Student's t with Satterthwaite's degrees of freedom, and the p-values are corrected for {} by Holm's "
            "procedure.",
            method.metric, method.reference, comparisons);
    return translated(
        "Differences of {} from {} are paired by user; the squared standard error is the variance over users alone, as "
        "no side has two seeds, intervals (95 %) and two-sided p-values are by Student's t with one degree of freedom "
        "less than there are users, and the p-values are corrected for {} by Holm's procedure.",
        method.metric, method.reference, comparisons);
}

std::string meanMethodSentence(std::size_t seeds) {
    if (seeds > 1)
        return translated(
            "Intervals (95 %) of means are over users and seeds: the variance over users of each user's mean over the "
            "seeds plus the variance over seeds, by Student's t with Satterthwaite's degrees of freedom; those of hit "
            "rates are Wilson's with the number of users that gives this variance.");
    return translated(
        "Intervals (95 %) of means are over users by Student's t, those of hit rates are Wilson's; they do not cover "
        "the effect of another seed.");
}

}  // namespace recscope
