// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/score_table.h"

#include <algorithm>
#include <cmath>

#include "core/metrics/breakdown.h"

namespace recscope {

void ScoreTable::add(std::span<const float> scores) {
    const auto items = scores.subspan(kFirstItemToken, static_cast<std::size_t>(itemCount));
    const double largest = *std::max_element(items.begin(), items.end());
    double sum = 0;
    for (const float score : items) sum += std::exp(static_cast<double>(score) - largest);
    values.insert(values.end(), scores.begin(), scores.end());
    logSums.push_back(largest + std::log(sum));
}

std::span<const float> ScoreTable::row(std::size_t index) const {
    const auto width = static_cast<std::size_t>(vocabularySize(itemCount));
    return std::span<const float>(values).subspan(index * width, width);
}

double ScoreTable::logProbability(std::size_t index, Token token) const {
    return static_cast<double>(row(index)[static_cast<std::size_t>(token)]) - logSums[index];
}

std::vector<Recommendation> ScoreTable::best(std::size_t index, std::span<const Token> seen, std::int32_t topK) const {
    std::vector<Recommendation> list;
    for (const Token token : bestItems(row(index), seen, static_cast<std::size_t>(topK > 0 ? topK : 0))) {
        list.push_back({.token = token,
                        .score = row(index)[static_cast<std::size_t>(token)],
                        .probability = static_cast<float>(std::exp(logProbability(index, token))),
                        .rank = static_cast<std::int32_t>(list.size()) + 1});
    }
    return list;
}

}  // namespace recscope
