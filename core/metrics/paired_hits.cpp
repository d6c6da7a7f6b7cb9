// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/paired_hits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/metrics/distributions.h"
#include "core/metrics/proportions.h"

namespace recscope {

namespace {
constexpr double kLevel = 0.05;  // level of significance
}

double pairedHitsTest(std::int64_t onlyFirst, std::int64_t onlySecond) {
    const std::int64_t cases = onlyFirst + onlySecond, fewer = std::min(onlyFirst, onlySecond);
    if (cases == 0) return 1;
    return std::min(1.0, 2 * fairBinomialTail(fewer, cases));
}

std::int64_t hitsIn(const std::vector<bool>& hits) {
    return std::count(hits.begin(), hits.end(), true);
}

std::pair<std::int64_t, std::int64_t> hitsOfOnlyOne(const std::vector<bool>& first, const std::vector<bool>& second) {
    std::int64_t onlyFirst = 0, onlySecond = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        onlyFirst += first[i] && !second[i];
        onlySecond += second[i] && !first[i];
    }
    return {onlyFirst, onlySecond};
}

std::vector<std::size_t> leadersOf(std::span<const std::vector<bool>> hits) {
    std::vector<std::size_t> leaders;
    if (hits.empty()) return leaders;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<double> p;
    for (std::size_t a = 0; a < hits.size(); ++a) {
        for (std::size_t b = a + 1; b < hits.size(); ++b) {
            const auto [onlyA, onlyB] = hitsOfOnlyOne(hits[a], hits[b]);
            pairs.emplace_back(a, b);
            p.push_back(pairedHitsTest(onlyA, onlyB));
        }
    }
    std::size_t best = 0;  // index of the method with the most hits
    for (std::size_t method = 1; method < hits.size(); ++method)
        if (hitsIn(hits[method]) > hitsIn(hits[best])) best = method;
    const std::vector<double> adjusted = holm(p);
    std::map<std::size_t, double> againstBest;  // adjusted p-values, by method
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].first == best) againstBest[pairs[i].second] = adjusted[i];
        if (pairs[i].second == best) againstBest[pairs[i].first] = adjusted[i];
    }
    for (std::size_t method = 0; method < hits.size(); ++method)
        if (method == best || againstBest[method] >= kLevel) leaders.push_back(method);
    return leaders;
}

}  // namespace recscope
