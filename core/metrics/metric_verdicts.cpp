// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metric_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/metrics/distributions.h"
#include "core/metrics/proportions.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The mean of the values over the users who are in every list of both sides.
double meanAmong(const MetricValues& side, const MetricValues& other) {
    std::vector<std::int32_t> users;
    for (const UserValue& value : other.users.front()) users.push_back(value.user);
    for (const std::vector<UserValue>& seed : other.users) {
        std::vector<std::int32_t> remaining;
        for (const UserValue& value : seed)
            if (std::binary_search(users.begin(), users.end(), value.user)) remaining.push_back(value.user);
        users = std::move(remaining);
    }
    return side.among(users).mean().interval.mean;
}

/// The difference of a property of all lists together, over seeds: Welch's test. A side that does not depend on its
/// seed has no variance.
void compareCatalogues(const MetricValues& a, const MetricValues& b, MetricDifference& result) {
    const Spread ofA = spreadOf(a.ofAllLists), ofB = spreadOf(b.ofAllLists);
    result.a = ofA.mean;
    result.b = ofB.mean;
    SeedInterval& difference = result.difference;
    difference.interval.mean = ofA.mean - ofB.mean;
    double variance = 0, satterthwaite = 0;
    for (const auto& [spread, side] : {std::pair(ofA, &a), std::pair(ofB, &b)}) {
        const std::size_t seeds = side->ofAllLists.size();
        if (!side->dependsOnSeed) continue;
        result.needsSeeds = result.needsSeeds || seeds < 2;
        if (seeds < 2) continue;
        const double part = spread.deviation * spread.deviation / static_cast<double>(seeds);
        variance += part;
        satterthwaite += part * part / static_cast<double>(seeds - 1);
    }
    if (variance <= 0 || result.needsSeeds) return;
    result.isTested = true;
    difference.degrees = std::max(1.0, variance * variance / satterthwaite);
    difference.seedVariance = 1;
    difference.interval.halfWidth = studentQuantile(difference.degrees) * std::sqrt(variance);
    result.p = studentTail(difference.degrees, std::abs(difference.interval.mean) / std::sqrt(variance));
}

/// Nothing if a side has no values.
std::optional<MetricDifference> differenceOf(const MetricValues& a, const MetricValues& b) {
    MetricDifference result{.metric = a.name, .segment = {}, .difference = {}};
    if (a.isOfAllLists() && b.isOfAllLists()) {
        compareCatalogues(a, b, result);
        return result;
    }
    if (a.users.empty() || b.users.empty()) return std::nullopt;
    result.difference = valueDifference(a.range, a.seeds(), b.seeds());
    if (result.difference.users < 2) return std::nullopt;
    result.a = meanAmong(a, b);
    result.b = meanAmong(b, a);
    result.isTested = true;
    result.p = pValueOf(result.difference);
    return result;
}

std::string percentOf(double share) {
    return fmt::format("{:.{}f}", 100 * share, std::abs(share) < 0.1 ? 1 : 0);
}

/// What a higher value of a metric means, as a pattern with the side's name and the difference in percent. Empty for an
/// unknown metric.
const char* meaningOf(const std::string& metric) {
    const std::size_t prefix = metric.starts_with("debiased_") ? std::string("debiased_").size() : 0;
    const std::string name = metric.substr(prefix, metric.find('@') - prefix);
    const auto isOneOf = [&](std::initializer_list<const char*> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (isOneOf({"hr", "recall", "precision"})) return translatable("{} finds {} % more of the held-out items");
    if (isOneOf({"ndcg", "ndcg_of_k", "map", "map_of_all", "mrr"}))
        return translatable("{} ranks the held-out items {} % better");
    if (name == "coverage") return translatable("{} shows {} % more of the catalogue");
    if (name == "entropy")
        return translatable("{} spreads its recommendations more evenly over the catalogue, with {} % more entropy");
    if (name == "gini")
        return translatable("{} concentrates its recommendations on fewer items, with a Gini coefficient {} % higher");
    if (name == "popularity") return translatable("{} recommends items that are {} % more popular");
    if (name == "novelty") return translatable("{} recommends items that fewer people know, with {} % more novelty");
    if (name == "diversity") return translatable("The lists of {} are {} % more diverse");
    if (name == "serendipity") return translatable("{} finds {} % more that popularity does not explain");
    if (name == "repeats") return translatable("{} recommends {} % more items that the user had before");
    return "";
}

/// "SASRec finds 4.1 % more: HR@10 0.1621 against 0.1556".
std::string differenceText(const std::string& a, const std::string& b, const MetricDifference& difference) {
    const bool isA = difference.a >= difference.b;
    const std::string& higher = isA ? a : b;
    const double high = std::max(difference.a, difference.b), low = std::min(difference.a, difference.b);
    const std::string values = translated("{} {:.4f} against {:.4f}", metricTitle(difference.metric), high, low);
    const char* const meaning = meaningOf(difference.metric);
    if (*meaning == '\0' || low <= 0) return translated("{} has the higher value: {}", higher, values);
    const std::string percent = percentOf((high - low) / low);
    return translatedFormat(meaning, fmt::make_format_args(higher, percent)) + ": " + values;
}

}  // namespace

std::optional<double> MetricDifference::relative() const {
    return b == 0 ? std::nullopt : std::optional((a - b) / std::abs(b));
}

MetricComparison compareMetrics(std::span<const MetricValues> a, std::span<const MetricValues> b, double relativeMargin,
                                std::span<const Segment> segments) {
    MetricComparison comparison;
    std::vector<MetricDifference>& all = comparison.differences;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (auto difference = differenceOf(a[i], b[i])) all.push_back(*std::move(difference));
    if (!a.empty() && !b.empty() && !a.front().isOfAllLists())
        for (std::size_t i = 0; i < segments.size(); ++i)
            if (auto difference =
                    differenceOf(a.front().among(segments[i].users), b.front().among(segments[i].users))) {
                difference->segment = i;
                all.push_back(*std::move(difference));
            }
    std::vector<double> p;
    for (const MetricDifference& difference : all)
        if (difference.isTested) p.push_back(difference.p);
    comparison.tests = p.size();
    const std::vector<double> corrected = holm(p);
    std::size_t next = 0;
    for (MetricDifference& difference : all) {
        if (!difference.isTested) continue;
        difference.p = corrected[next++];
        difference.verdict =
            verdictOf(difference.difference.interval, difference.p, relativeMargin * std::abs(difference.b));
    }
    return comparison;
}

std::vector<std::string> verdictSentences(const std::string& a, const std::string& b,
                                          const MetricComparison& comparison, double relativeMargin,
                                          std::span<const Segment> segments) {
    std::vector<std::string> sentences, notShown, notMattering;
    for (const MetricDifference& difference : comparison.differences) {
        if (difference.segment) continue;
        switch (difference.verdict) {
            case DifferenceVerdict::Higher:
            case DifferenceVerdict::Lower:
                sentences.push_back(differenceText(a, b, difference) + ".");
                break;
            case DifferenceVerdict::MaybeTooSmall:
                sentences.push_back(
                    translated("{}; this may be too small to matter.", differenceText(a, b, difference)));
                break;
            case DifferenceVerdict::DoesNotMatter:
                notMattering.push_back(metricTitle(difference.metric));
                break;
            case DifferenceVerdict::NotSignificant:
                notShown.push_back(metricTitle(difference.metric));
                break;
            case DifferenceVerdict::NotCompared:
                if (difference.a == difference.b) break;
                sentences.push_back(
                    difference.needsSeeds
                        ? translated("{} (not tested: a test needs two seeds of each side that depends on its seed).",
                                     differenceText(a, b, difference))
                        : differenceText(a, b, difference) + ".");
                break;
        }
    }
    if (!notShown.empty()) sentences.push_back(translated("No difference is shown in {}.", listed(notShown)));
    if (!notMattering.empty())
        sentences.push_back(translated("A difference of {} % or more is ruled out in {}.", percentOf(relativeMargin),
                                       listed(notMattering)));

    // The segments, each outcome in one sentence.
    std::string metric;
    std::vector<std::string> isA, isB, none, small;
    for (const MetricDifference& difference : comparison.differences) {
        if (!difference.segment) continue;
        metric = metricTitle(difference.metric);
        const std::string& name = segments[*difference.segment].name;
        const bool isHigher = difference.a > difference.b;
        if (difference.verdict == DifferenceVerdict::NotSignificant) none.push_back(name);
        if (difference.verdict == DifferenceVerdict::DoesNotMatter) small.push_back(name);
        if (difference.verdict == DifferenceVerdict::Higher || difference.verdict == DifferenceVerdict::Lower ||
            difference.verdict == DifferenceVerdict::MaybeTooSmall)
            (isHigher ? isA : isB).push_back(name);
    }
    for (const auto& [side, names] : {std::pair(&a, &isA), std::pair(&b, &isB)})
        if (!names->empty())
            sentences.push_back(translated("On users with {}, {} has the higher {}.", listed(*names), *side, metric));
    if (!none.empty())
        sentences.push_back(translated("On users with {}, no difference in {} is shown.", listed(none), metric));
    if (!small.empty())
        sentences.push_back(translated("On users with {}, a difference of {} % or more in {} is ruled out.",
                                       listed(small), percentOf(relativeMargin), metric));
    return sentences;
}

}  // namespace recscope
