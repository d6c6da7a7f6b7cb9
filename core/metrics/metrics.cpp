// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/metrics/rank_gains.h"
#include "core/metrics/seed_statistics.h"
#include "core/util/error.h"
#include "core/util/translated.h"

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

/// How many scores are above the target's score, and how many are equal to it. The loop of `countScores` dominates
/// the cost of ranking tens of thousands of items, so it has no branch and can be vectorised.
struct ScoreCounts {
    std::int32_t above = 0, equal = 0;
};
ScoreCounts countScores(std::span<const float> scores, float target) {
    constexpr float kMaxFloat = std::numeric_limits<float>::max();
    std::int32_t above = 0, equal = 0, notFinite = 0;
    for (const float score : scores) {
        above += score > target;
        equal += score == target;
        notFinite += !(std::abs(score) <= kMaxFloat);
    }
    if (notFinite > 0) throwNotFinite();
    return {.above = above, .equal = equal};
}

/// The target's rank before any other candidate is counted.
UserRank initialRank(std::span<const float> scores, Token target) {
    requireFinite(scores[static_cast<std::size_t>(target)]);
    return {.user = 0, .target = target, .rank = 1, .ties = 0};
}

double ndcgAt(std::int32_t rank, std::int32_t k) {
    return rank <= k ? 1.0 / std::log2(rank + 1.0) : 0.0;
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
    ranked.ties = counts.equal - 1;
    ranked.rank += counts.above + ranked.ties;
    std::vector<Token> distinctRemoved(removed.begin(), removed.end());
    std::sort(distinctRemoved.begin(), distinctRemoved.end());
    distinctRemoved.erase(std::unique(distinctRemoved.begin(), distinctRemoved.end()), distinctRemoved.end());
    for (const Token token : distinctRemoved) {
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

Metrics metricsOf(std::span<const UserRank> ranks) {
    Metrics sum;
    for (const UserRank& ranked : ranks) {
        sum.hr1 += ranked.rank <= 1;
        sum.hr5 += ranked.rank <= 5;
        sum.hr10 += ranked.rank <= 10;
        sum.hr20 += ranked.rank <= 20;
        sum.ndcg5 += ndcgAt(ranked.rank, 5);
        sum.ndcg10 += ndcgAt(ranked.rank, 10);
        sum.ndcg20 += ndcgAt(ranked.rank, 20);
        sum.mrr += 1.0 / ranked.rank;
    }
    if (!ranks.empty()) {
        const double n = static_cast<double>(ranks.size());
        for (double* value : {&sum.hr1, &sum.hr5, &sum.hr10, &sum.hr20, &sum.ndcg5, &sum.ndcg10, &sum.ndcg20, &sum.mrr})
            *value /= n;
    }
    return sum;
}

double tieRateOf(std::span<const UserRank> ranks) {
    if (ranks.empty()) return 0;
    const auto tied = std::count_if(ranks.begin(), ranks.end(), [](const UserRank& ranked) { return ranked.ties > 0; });
    return static_cast<double>(tied) / static_cast<double>(ranks.size());
}

double metricOfRank(const std::string& name, std::int32_t rank) {
    const UserRank ranked{.user = 0, .target = kPadToken, .rank = rank, .ties = 0};
    for (const auto& [known, value] : metricsOf({&ranked, 1}).named()) {
        if (name == known) return value;
    }
    throw Error(ErrorKind::Usage, translated("There is no metric named \"{}\".", name),
                translated("Metrics: hr@1 hr@5 hr@10 hr@20 ndcg@5 ndcg@10 ndcg@20 mrr."));
}

MeanInterval metricInterval(const std::string& name, std::span<const UserRank> ranks) {
    return seedMean(name, {ranks}).interval;
}

MeanInterval pairedDifference(const std::string& name, std::span<const UserRank> a, std::span<const UserRank> b) {
    return seedDifference(name, {a}, {b}).interval;
}

}  // namespace recscope
