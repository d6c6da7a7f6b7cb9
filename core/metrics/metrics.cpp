// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metrics.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/metrics/seed_statistics.h"
#include "core/util/error.h"
#include "core/util/translated.h"
#include "core/util/vector_clones.h"

namespace recscope {

void throwNotFinite() {
    throw Error(ErrorKind::Numeric, translated("The model returned a score that is not a finite number."),
                translated("Its training diverged; train again with a smaller learning rate."));
}

namespace {

void requireFinite(float score) {
    if (!std::isfinite(score)) throwNotFinite();
}

/// Compares one candidate's score with the target's score and updates the target's rank and ties.
void countCandidate(UserRank& ranked, float candidate, float target) {
    requireFinite(candidate);
    if (candidate > target) ++ranked.rank;
    if (candidate == target) {
        ++ranked.rank;
        ++ranked.ties;
    }
}

/// How many scores are above the target's score, equal to it, and not finite. The loop of `countScores` dominates
/// the cost of ranking tens of thousands of items, so it has no branch and can be vectorised.
struct ScoreCounts {
    std::int32_t above = 0, equal = 0, notFinite = 0;
};
RECSCOPE_VECTOR_CLONES
ScoreCounts countScores(std::span<const float> scores, float target) {
    constexpr float kMaxFloat = std::numeric_limits<float>::max();
    std::int32_t above = 0, equal = 0, notFinite = 0;
    for (const float score : scores) {
        above += score > target;
        equal += score == target;
        notFinite += !(std::abs(score) <= kMaxFloat);
    }
    return {.above = above, .equal = equal, .notFinite = notFinite};
}

/// The target's rank before any other candidate is counted.
UserRank initialRank(std::span<const float> scores, Token target) {
    requireFinite(scores[static_cast<std::size_t>(target)]);
    return {.user = 0, .target = target, .rank = 1, .ties = 0};
}

/// 1 / log2(rank + 1): the gain of a hit at this rank in DCG (Järvelin & Kekäläinen, TOIS 2002).
double gainAt(std::int32_t rank) {
    return 1.0 / std::log2(rank + 1.0);
}

/// The DCG of a list that begins with this many hits.
double idealGain(std::int64_t hits) {
    double sum = 0;
    for (std::int32_t rank = 1; rank <= hits; ++rank) sum += gainAt(rank);
    return sum;
}

constexpr std::pair<std::string_view, MetricKind> kMetrics[] = {{"hr", MetricKind::HitRate},
                                                                {"ndcg", MetricKind::Ndcg},
                                                                {"ndcg_of_k", MetricKind::NdcgOfK},
                                                                {"recall", MetricKind::Recall},
                                                                {"precision", MetricKind::Precision},
                                                                {"map", MetricKind::AveragePrecision},
                                                                {"map_of_all", MetricKind::AveragePrecisionOfAll}};
constexpr std::int32_t kMaxMetricCutoff = 1000;

/// The K of "@K" at the end of a name; 0 if it is not a whole number from 1 to kMaxMetricCutoff.
std::int32_t cutoffOf(std::string_view digits) {
    std::int32_t k = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), k);
    return error == std::errc() && end == digits.data() + digits.size() && k <= kMaxMetricCutoff ? std::max(k, 0) : 0;
}

}  // namespace

std::array<std::pair<const char*, double>, 8> Metrics::named() const {
    return {{{"hr@1", hr1},
             {"hr@5", hr5},
             {"hr@10", hr10},
             {"hr@20", hr20},
             {"ndcg@5", ndcg5},
             {"ndcg@10", ndcg10},
             {"ndcg@20", ndcg20},
             {"mrr", mrr}}};
}

std::string Metrics::toJson() const {
    nlohmann::ordered_json object;
    for (const auto& [name, value] : named()) object[name] = value;
    return object.dump();
}

Metrics Metrics::fromJson(const std::string& json) {
    const auto object = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object()) {
        throw Error(ErrorKind::Workspace, translated("Stored metrics cannot be read."),
                    translated("The workspace may be damaged."));
    }
    const auto value = [&](const char* name) { return object.value(name, 0.0); };
    return {.hr1 = value("hr@1"),
            .hr5 = value("hr@5"),
            .hr10 = value("hr@10"),
            .hr20 = value("hr@20"),
            .ndcg5 = value("ndcg@5"),
            .ndcg10 = value("ndcg@10"),
            .ndcg20 = value("ndcg@20"),
            .mrr = value("mrr")};
}

UserRank rankAmong(std::span<const float> scores, Token target, std::span<const Token> candidates) {
    UserRank ranked = initialRank(scores, target);
    const float targetScore = scores[static_cast<std::size_t>(target)];
    for (const Token candidate : candidates) {
        if (candidate != target) countCandidate(ranked, scores[static_cast<std::size_t>(candidate)], targetScore);
    }
    return ranked;
}

UserRank rankAmongAll(std::span<const float> scores, Token target, std::span<const Token> removed) {
    UserRank ranked = initialRank(scores, target);
    const float targetScore = scores[static_cast<std::size_t>(target)];
    const auto itemCount = static_cast<Token>(scores.size()) - 2;
    // Counts all items first, then subtracts the target and the removed items. This avoids building a set per user.
    const ScoreCounts counts =
        countScores(scores.subspan(kFirstItemToken, static_cast<std::size_t>(itemCount)), targetScore);
    if (counts.notFinite > 0) throwNotFinite();
    ranked.ties = counts.equal - 1;
    ranked.rank += counts.above + ranked.ties;
    std::vector<Token> sorted;  // unless `removed` is already ascending without repeats, as for users with many targets
    if (std::adjacent_find(removed.begin(), removed.end(), std::greater_equal()) != removed.end()) {
        sorted.assign(removed.begin(), removed.end());
        std::sort(sorted.begin(), sorted.end());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        removed = sorted;
    }
    for (const Token token : removed) {
        if (token == target || !isItem(token, itemCount)) continue;
        const float score = scores[static_cast<std::size_t>(token)];
        if (score >= targetScore) --ranked.rank;
        if (score == targetScore) --ranked.ties;
    }
    if (targetScore <= kUnlistedScore) {  // a target without a score has no ties and is a hit at no K
        ranked.rank = std::max(ranked.rank, kUnlistedRank);
        ranked.ties = 0;
    }
    return ranked;
}

MetricName metricNamed(const std::string& name) {
    if (name == "mrr") return {.kind = MetricKind::ReciprocalRank};
    const std::size_t at = name.find('@');
    if (at != std::string::npos) {
        const std::int32_t k = cutoffOf(std::string_view(name).substr(at + 1));
        for (const auto& [known, kind] : kMetrics)
            if (k > 0 && known == std::string_view(name).substr(0, at)) return {.kind = kind, .k = k};
    }
    throw Error(ErrorKind::Usage, translated("There is no metric named \"{}\".", name),
                translated("Metrics: hr@K ndcg@K ndcg_of_k@K recall@K precision@K map@K map_of_all@K mrr, with K from "
                           "1 to 1000; in evaluations and plans also debiased: debiased_hr@K debiased_ndcg@K and so "
                           "on."));
}

std::string metricTitle(const std::string& metric) {
    const std::size_t at = std::min(metric.find('@'), metric.size());
    std::string title, word;
    const auto addWord = [&] {
        constexpr std::array kAbbreviations = {"hr", "ndcg", "map", "mrr", "k"};
        const bool isAbbreviation =
            std::find(kAbbreviations.begin(), kAbbreviations.end(), word) != kAbbreviations.end();
        for (std::size_t i = 0; i < word.size(); ++i)
            if (isAbbreviation || (i == 0 && title.empty())) word[i] = static_cast<char>(std::toupper(word[i]));
        title += (title.empty() ? "" : " ") + word;
        word.clear();
    };
    for (std::size_t i = 0; i < at; ++i) {
        if (metric[i] == '_')
            addWord();
        else
            word += metric[i];
    }
    addWord();
    return title + metric.substr(at);
}

double metricOf(const MetricName& metric, const UserRank& user) {
    if (metric.kind == MetricKind::ReciprocalRank) return 1.0 / user.rank;
    const std::int64_t n = 1 + std::ssize(user.others);
    double hits = 0, gain = 0, precision = 0;
    const auto add = [&](std::int32_t rank) {
        if (rank > metric.k) return;
        ++hits;
        gain += gainAt(rank);
        precision += hits / rank;
    };
    add(user.rank);
    for (const TargetRank& other : user.others) add(other.rank);
    const std::int64_t reachable = std::min<std::int64_t>(n, metric.k);
    switch (metric.kind) {
        case MetricKind::HitRate:
            return hits > 0 ? 1 : 0;
        case MetricKind::Ndcg:
            return gain == 0 ? 0 : gain / idealGain(reachable);
        case MetricKind::NdcgOfK:
            return gain == 0 ? 0 : gain / idealGain(metric.k);
        case MetricKind::Recall:
            return hits / static_cast<double>(n);
        case MetricKind::Precision:
            return hits / metric.k;
        case MetricKind::AveragePrecision:
            return precision / static_cast<double>(reachable);
        case MetricKind::AveragePrecisionOfAll:
            return precision / static_cast<double>(n);
        case MetricKind::ReciprocalRank:
            break;
    }
    return 0;
}

double metricMean(const MetricName& metric, std::span<const UserRank> ranks) {
    if (ranks.empty()) return 0;
    double sum = 0;
    for (const UserRank& user : ranks) sum += metricOf(metric, user);
    return sum / static_cast<double>(ranks.size());
}

Metrics metricsOf(std::span<const UserRank> ranks) {
    Metrics mean;
    const auto meanOf = [&](MetricKind kind, std::int32_t k) { return metricMean({.kind = kind, .k = k}, ranks); };
    mean.hr1 = meanOf(MetricKind::HitRate, 1);
    mean.hr5 = meanOf(MetricKind::HitRate, 5);
    mean.hr10 = meanOf(MetricKind::HitRate, 10);
    mean.hr20 = meanOf(MetricKind::HitRate, 20);
    mean.ndcg5 = meanOf(MetricKind::Ndcg, 5);
    mean.ndcg10 = meanOf(MetricKind::Ndcg, 10);
    mean.ndcg20 = meanOf(MetricKind::Ndcg, 20);
    mean.mrr = meanOf(MetricKind::ReciprocalRank, 0);
    return mean;
}

double tieRateOf(std::span<const UserRank> ranks) {
    if (ranks.empty()) return 0;
    const auto tied = std::count_if(ranks.begin(), ranks.end(), [](const UserRank& ranked) { return ranked.ties > 0; });
    return static_cast<double>(tied) / static_cast<double>(ranks.size());
}

double metricOfRank(const std::string& name, std::int32_t rank) {
    return metricOf(metricNamed(name), {.user = 0, .target = kPadToken, .rank = rank, .ties = 0});
}

MeanInterval metricInterval(const std::string& name, std::span<const UserRank> ranks) {
    return seedMean(name, {ranks}).interval;
}

MeanInterval pairedDifference(const std::string& name, std::span<const UserRank> a, std::span<const UserRank> b) {
    return seedDifference(name, {a}, {b}).interval;
}

}  // namespace recscope
