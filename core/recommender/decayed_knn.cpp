// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/decayed_knn.h"

#include <array>
#include <cmath>

#include "core/metrics/baselines.h"
#include "core/sequence/histories.h"

namespace recscope {

namespace {

constexpr std::size_t kNewestCounted = 50;
constexpr double kSecondsPerDay = 86400;

/// The sum of all items' priors. It is so small that the prior orders only the items whose similarities are 0 or have
/// decayed to next to nothing.
constexpr double kPrior = 1e-3;

}  // namespace

DecayedKnnScorer::DecayedKnnScorer(const Histories& histories, AgeUnit unit, const std::stop_token& stop)
    : m_unit(unit),
      m_neighbours(similarItems(histories, SimilarityRule(), stop, kNewestCounted)),
      m_prior(backoffPrior(histories, kPrior)),
      m_readIn(m_prior.size(), 0) {}

std::span<const float> DecayedKnnScorer::scores(const History& input, double halfLife) {
    m_scores = m_prior;
    ++m_call;
    for (std::size_t position = input.size(); position-- > 0;) {
        const auto item = static_cast<std::size_t>(input[position]);
        if (m_readIn[item] == m_call) continue;
        m_readIn[item] = m_call;
        const double age = m_unit == AgeUnit::Items
                               ? static_cast<double>(input.size() - 1 - position)
                               : static_cast<double>(input.times().back() - input.times()[position]) / kSecondsPerDay;
        const auto weight = static_cast<float>(std::exp2(-age / halfLife));
        for (const auto& [similar, similarity] : m_neighbours[item])
            m_scores[static_cast<std::size_t>(similar)] += weight * similarity;
    }
    return m_scores;
}

double bestHalfLife(DecayedKnnScorer& scorer, const Histories& histories, const Protocol& protocol,
                    const std::stop_token& stop) {
    constexpr std::array<double, 5> kItems = {kNoHalfLife, 1, 3, 10, 30}, kDays = {kNoHalfLife, 1, 7, 30, 180};
    double best = kNoHalfLife, highest = -1;
    for (const double halfLife : scorer.unit() == AgeUnit::Items ? kItems : kDays) {
        const auto score = [&](std::int32_t, const History& input) { return scorer.scores(input, halfLife); };
        const double reached =
            evaluateScorer(histories, protocol, Split::Valid, score, {}, stop, kUsersToSetBaseline).metrics.ndcg10;
        if (reached <= highest) continue;
        best = halfLife;
        highest = reached;
    }
    return best;
}

}  // namespace recscope
