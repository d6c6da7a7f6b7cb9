// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/score_table.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/loops.h"
#include "core/metrics/breakdown.h"
#include "core/metrics/metrics.h"

namespace recscope {

ScoreTable::ScoreTable(std::int32_t ofItems, std::size_t rows)
    : itemCount(ofItems), values(rows * static_cast<std::size_t>(vocabularySize(ofItems))), logSums(rows) {}

void ScoreTable::set(std::size_t index, std::span<const float> scores) {
    std::copy(scores.begin(), scores.end(), values.begin() + static_cast<std::ptrdiff_t>(index * scores.size()));
    const double sum = kernels::logSumExp(scores.data() + kFirstItemToken, itemCount);
    logSums[index] = sum <= kUnlistedScore / 2 ? 0 : sum;  // no item has a score: all probabilities are 0
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
