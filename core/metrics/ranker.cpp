// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/ranker.h"

#include <algorithm>

#include "core/util/random.h"

namespace recscope {

namespace {
constexpr std::size_t kSampled = 100;  // as in the evaluations of SASRec and BERT4Rec: 100 negatives per user
// Part of the seeds for drawing users and candidates, so that these draws differ from other draws with the same seed.
constexpr std::uint64_t kUserStream = 0x05E25, kCandidateStream = 0xCA4D;
}  // namespace

Ranker::Ranker(const Histories& histories, const Protocol& protocol, Split split, std::int64_t usersAtMost)
    : m_histories(histories), m_protocol(protocol), m_split(split) {
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        if (histories.hasTarget(user, split)) m_users.push_back(user);
    }
    if (usersAtMost > 0 && usersAtMost < static_cast<std::int64_t>(m_users.size())) {
        Random random({protocol.seed, kUserStream});
        random.shuffle(std::span(m_users));
        m_users.resize(static_cast<std::size_t>(usersAtMost));
        std::sort(m_users.begin(), m_users.end());
    }
    std::vector<double> weights(static_cast<std::size_t>(histories.itemCount), 1.0);
    if (protocol.candidates == Candidates::Pop100) {
        std::fill(weights.begin(), weights.end(), 0.0);
        for (const Token token : histories.items) ++weights[static_cast<std::size_t>(token - kFirstItemToken)];
    }
    double sum = 0;
    for (const double weight : weights) m_cumulative.push_back(sum += weight);
}

std::vector<Token> Ranker::sampledCandidates(std::int32_t user) const {
    const bool isOriginal = m_protocol.candidates == Candidates::SasRecOriginal;
    const auto excluded = isOriginal ? m_histories.training(user) : m_histories.of(user);
    std::vector<bool> taken(static_cast<std::size_t>(m_histories.itemCount) + 1, false);
    for (const Token token : excluded) taken[static_cast<std::size_t>(token)] = true;
    std::size_t available = 0;
    for (std::size_t i = 0; i < m_cumulative.size(); ++i) {
        const bool isPossible = m_cumulative[i] > (i == 0 ? 0 : m_cumulative[i - 1]);
        if (isPossible && !taken[i + 1]) ++available;
    }
    Random random({m_protocol.seed, kCandidateStream, static_cast<std::uint64_t>(user)});
    std::vector<Token> drawn;
    // Redrawing whenever an item is already taken is equivalent to drawing one by one without replacement.
    const std::size_t requested = isOriginal && available > 0 ? kSampled : std::min(kSampled, available);
    while (drawn.size() < requested) {
        const double at = random.uniform() * m_cumulative.back();
        const auto found = std::upper_bound(m_cumulative.begin(), m_cumulative.end() - 1, at);
        const auto token = kFirstItemToken + static_cast<Token>(found - m_cumulative.begin());
        if (taken[static_cast<std::size_t>(token)]) continue;
        if (!isOriginal) taken[static_cast<std::size_t>(token)] = true;
        drawn.push_back(token);
    }
    return drawn;
}

UserRank Ranker::rank(std::int32_t user, std::span<const float> scores) const {
    const Token target = m_histories.target(user, m_split);
    UserRank ranked;
    if (m_protocol.candidates == Candidates::Full) {
        const bool removes = m_protocol.seen == SeenItems::Removed;
        ranked =
            rankAmongAll(scores, target, removes ? m_histories.input(user, m_split).items() : std::span<const Token>());
    } else {
        ranked = rankAmong(scores, target, sampledCandidates(user));
    }
    ranked.user = user;
    return ranked;
}

Evaluation Ranker::evaluation(std::vector<UserRank> ranks) const {
    Evaluation evaluation;
    evaluation.protocol = m_protocol;
    evaluation.split = m_split;
    evaluation.users = static_cast<std::int64_t>(ranks.size());
    evaluation.tieRate = tieRateOf(ranks);
    evaluation.metrics = metricsOf(ranks);
    evaluation.ranks = std::move(ranks);
    return evaluation;
}

}  // namespace recscope
