// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/score_row.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/kernels/loops.h"
#include "core/metrics/best_items.h"
#include "core/metrics/metrics.h"

namespace recscope {

ScoreRow ScoreRow::of(std::span<const float> values, ScoreKind kind) {
    if (kind == ScoreKind::Probabilities) {
        const std::span<const float> items = values.subspan(kFirstItemToken, values.size() - 2);
        return {.values = values, .logSum = std::log(std::accumulate(items.begin(), items.end(), 0.0)), .kind = kind};
    }
    const double sum = kernels::logSumExp(values.data() + kFirstItemToken, std::ssize(values) - 2);
    // If no item is listed, all scores are kUnlistedScore; with a sum of 0, all probabilities are then 0.
    return {.values = values, .logSum = sum <= kUnlistedScore / 2 ? 0 : sum};
}

double ScoreRow::logProbability(Token token) const {
    const auto score = static_cast<double>(values[static_cast<std::size_t>(token)]);
    if (kind == ScoreKind::Logits) return score - logSum;
    constexpr double kSmallest = 1e-12;
    return std::log(std::max(score, kSmallest)) - logSum;
}

std::vector<Recommendation> ScoreRow::listed(std::span<const Token> tokens) const {
    std::vector<Recommendation> list;
    list.reserve(tokens.size());
    for (const Token token : tokens) {
        list.push_back({.token = token,
                        .score = values[static_cast<std::size_t>(token)],
                        .probability = static_cast<float>(std::exp(logProbability(token))),
                        .rank = static_cast<std::int32_t>(list.size()) + 1});
    }
    return list;
}

std::vector<Recommendation> ScoreRow::best(std::span<const Token> seen, std::int32_t topK) const {
    return listed(bestItems(values, seen, static_cast<std::size_t>(std::max(topK, 0))));
}

}  // namespace recscope
