// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/baselines.h"

#include <algorithm>
#include <cmath>

#include "core/util/translated.h"

namespace recscope {

std::vector<float> popularityScores(const Histories& histories) {
    std::vector<float> scores(static_cast<std::size_t>(vocabularySize(histories.itemCount)), 0.0F);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        for (const Token token : histories.training(user)) ++scores[static_cast<std::size_t>(token)];
    }
    return scores;
}

std::vector<float> recentPopularityScores(const Histories& histories, std::int64_t since) {
    std::vector<float> scores(static_cast<std::size_t>(vocabularySize(histories.itemCount)), 0.0F);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const History training = histories.training(user);
        for (std::size_t i = 0; i < training.size(); ++i)
            if (training.times()[i] >= since) ++scores[static_cast<std::size_t>(training[i])];
    }
    return scores;
}

std::vector<float> backoffPrior(const Histories& histories, double backoff) {
    std::vector<float> prior = popularityScores(histories);
    double sum = 0;
    for (const float count : prior) sum += static_cast<double>(count);
    for (float& count : prior) count = static_cast<float>(backoff * static_cast<double>(count) / std::max(sum, 1.0));
    return prior;
}

BigramScorer::BigramScorer(const Histories& histories, const std::stop_token& stop)
    : m_transitions(Transitions::of(histories, HistoryPart::Training, stop)),
      m_prior(backoffPrior(histories, fitBackoff(m_transitions, stop).backoff)) {}

std::span<const float> BigramScorer::scores(std::span<const Token> input) {
    m_scores = m_prior;
    for (const auto& [next, count] : m_transitions.after(input.back()))
        m_scores[static_cast<std::size_t>(next)] += static_cast<float>(count);
    return m_scores;
}

OwnItemsScorer::OwnItemsScorer(const Histories& histories) : m_prior(backoffPrior(histories, /*backoff=*/0.5)) {}

std::span<const float> OwnItemsScorer::scores(std::span<const Token> input) {
    m_scores = m_prior;
    // Counts are whole numbers; the recency adds at most 0.4 and the prior at most 0.5, so neither outweighs a count.
    for (std::size_t i = 0; i < input.size(); ++i) {
        float& score = m_scores[static_cast<std::size_t>(input[i])];
        const float count = score < 1 ? 0 : std::floor(score);
        score = count + 1 + 0.4F * static_cast<float>(i + 1) / static_cast<float>(input.size());
    }
    return m_scores;
}

GroupPopularityScorer::GroupPopularityScorer(const Histories& histories, const UserAttribute& attribute,
                                             const std::stop_token& stop)
    : m_groups(attribute.categories),
      m_counts(attribute.labels.size()),
      m_prior(backoffPrior(histories, /*backoff=*/0.5)) {
    m_groups.resize(static_cast<std::size_t>(histories.userCount()), UserAttribute::kUnknown);
    std::vector<std::int32_t> counts(m_prior.size());
    for (std::size_t group = 0; group < m_counts.size(); ++group) {
        throwIfStopped(stop);
        std::fill(counts.begin(), counts.end(), 0);
        for (std::int32_t user = 0; user < histories.userCount(); ++user) {
            if (m_groups[static_cast<std::size_t>(user)] != static_cast<std::int32_t>(group)) continue;
            for (const Token token : histories.training(user)) ++counts[static_cast<std::size_t>(token)];
        }
        for (std::size_t token = 0; token < counts.size(); ++token)
            if (counts[token] > 0) m_counts[group].push_back({static_cast<Token>(token), counts[token]});
    }
}

std::span<const float> GroupPopularityScorer::scores(std::int32_t user) {
    m_scores = m_prior;
    const std::int32_t group = m_groups[static_cast<std::size_t>(user)];
    if (group < 0) return m_scores;
    for (const auto& [item, count] : m_counts[static_cast<std::size_t>(group)])
        m_scores[static_cast<std::size_t>(item)] += static_cast<float>(count);
    return m_scores;
}

Evaluation evaluateScorer(const Histories& histories, const Protocol& protocol, Split split, const BaselineScore& score,
                          const ProgressSink& progress, const std::stop_token& stop, std::int64_t usersAtMost) {
    constexpr std::size_t kUsersPerTick = 256;
    const Ranker ranker(histories, protocol, split, usersAtMost);
    std::vector<UserRank> ranks;
    ranks.reserve(ranker.users().size());
    for (const std::int32_t user : ranker.users()) {
        if (ranks.size() % kUsersPerTick == 0) {
            throwIfStopped(stop);
            if (progress)
                progress({.stage = translated("Scoring users"),
                          .done = static_cast<std::int64_t>(ranks.size()),
                          .total = static_cast<std::int64_t>(ranker.users().size()),
                          .unit = "users"});
        }
        ranks.push_back(ranker.rank(user, score(user, histories.input(user, split))));
    }
    return ranker.evaluation(std::move(ranks));
}

}  // namespace recscope
