// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/product_scorer.h"

#include "core/kernels/loops.h"
#include "core/kernels/product.h"

namespace recscope {

void ProductScorer::score(const Scores& scores, std::span<const Query> queries, const Recommender::ScoreSink& sink,
                          const std::stop_token& stop) {
    constexpr std::size_t kAtOnce = 64;
    m_pool.run(
        queries.size(), kAtOnce,
        [&](std::size_t first, std::size_t count) { scoreGroup(scores, queries.subspan(first, count), first, sink); },
        stop);
}

void ProductScorer::scoreGroup(const Scores& scores, std::span<const Query> queries, std::size_t first,
                               const Recommender::ScoreSink& sink) const {
    std::int64_t dim = 0;
    for (const Table& table : scores.tables) dim += table.dim;
    std::vector<float> vectors(queries.size() * static_cast<std::size_t>(dim)), constants;
    // Indices of the queries with and without something that the model reads.
    std::vector<std::size_t> scored, unscored;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        float* const row = vectors.data() + scored.size() * static_cast<std::size_t>(dim);
        const std::optional<float> constant = scores.writeVectors(queries[i], row);
        (constant ? scored : unscored).push_back(i);
        if (constant) constants.push_back(*constant);
    }
    if (!unscored.empty()) {
        const std::vector<float> fallbackScores = scores.fallbackScores();
        for (const std::size_t i : unscored) sink(first + i, fallbackScores);
    }
    if (scored.empty()) return;
    const auto rows = static_cast<std::int64_t>(scored.size());
    const std::int64_t width = vocabularySize(m_itemCount);
    std::vector<float> out(static_cast<std::size_t>(rows * width));
    std::int64_t column = 0;
    for (const Table& table : scores.tables) {
        kernels::product({vectors.data() + column, dim}, {table.vectors, table.dim, /*transposed=*/true}, out.data(),
                         width, rows, width, table.dim, /*alpha=*/1, /*beta=*/column == 0 ? 0.0F : 1.0F);
        column += table.dim;
    }
    if (!scores.offsets.empty()) kernels::addToRows({out.data(), rows, width}, scores.offsets.data());
    for (std::size_t i = 0; i < scored.size(); ++i) {
        const auto row = std::span(out).subspan(i * static_cast<std::size_t>(width), static_cast<std::size_t>(width));
        if (constants[i] != 0) {
            for (float& score : row) score += constants[i];
        }
        sink(first + scored[i], row);
    }
}

}  // namespace recscope
