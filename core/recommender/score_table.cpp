// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/score_table.h"

#include <algorithm>

#include "core/recommender/score_row.h"

namespace recscope {

ScoreTable::ScoreTable(std::int32_t ofItems, std::size_t rows, ScoreKind ofKind)
    : itemCount(ofItems),
      values(rows * static_cast<std::size_t>(vocabularySize(ofItems))),
      logSums(rows),
      kind(ofKind) {}

void ScoreTable::set(std::size_t index, std::span<const float> scores) {
    std::copy(scores.begin(), scores.end(), values.begin() + static_cast<std::ptrdiff_t>(index * scores.size()));
    logSums[index] = ScoreRow::of(scores, kind).logSum;
}

std::span<const float> ScoreTable::row(std::size_t index) const {
    const auto width = static_cast<std::size_t>(vocabularySize(itemCount));
    return std::span<const float>(values).subspan(index * width, width);
}

ScoreRow ScoreTable::scoreRow(std::size_t index) const {
    return {.values = row(index), .logSum = logSums[index], .kind = kind};
}

double ScoreTable::logProbability(std::size_t index, Token token) const {
    return scoreRow(index).logProbability(token);
}

std::vector<Recommendation> ScoreTable::best(std::size_t index, std::span<const Token> seen, std::int32_t topK) const {
    return scoreRow(index).best(seen, topK);
}

}  // namespace recscope
