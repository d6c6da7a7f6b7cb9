// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/ranker.h"

#include <algorithm>
#include <cmath>

#include "core/util/random.h"

namespace recscope {

namespace {
constexpr std::int32_t kMaxRedrawn = 100;  // up to this number, as in the papers, candidates are drawn by redrawing
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
    if (protocol.candidates == Candidates::Popularity) {
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
    if (!isOriginal && m_protocol.drawn > kMaxRedrawn) {
        // The items with the smallest -log(u) / weight are a weighted draw without replacement (Efraimidis & Spirakis,
        // Information Processing Letters 97(5), 2006). Redrawing would take long if many items are drawn.
        std::vector<std::pair<double, Token>> keys;
        for (std::size_t i = 0; i < m_cumulative.size(); ++i) {
            const double weight = m_cumulative[i] - (i == 0 ? 0 : m_cumulative[i - 1]);
            if (weight > 0 && !taken[i + 1])
                keys.emplace_back(-std::log(1 - random.uniform()) / weight, kFirstItemToken + static_cast<Token>(i));
        }
        const auto end = keys.begin() + std::min(std::ssize(keys), std::ptrdiff_t{m_protocol.drawn});
        std::partial_sort(keys.begin(), end, keys.end());
        for (auto key = keys.begin(); key != end; ++key) drawn.push_back(key->second);
        return drawn;
    }
    // Redrawing whenever an item is already taken is equivalent to drawing one by one without replacement.
    const auto number = static_cast<std::size_t>(m_protocol.drawn);
    const std::size_t requested = isOriginal && available > 0 ? number : std::min(number, available);
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

/// The distinct items of the user's input that are no candidates, ascending, as `targets` are.
std::vector<Token> Ranker::removedFor(std::int32_t user, std::span<const Token> targets) const {
    std::vector<Token> removed;
    if (m_protocol.seen == SeenItems::Kept) return removed;
    const std::span<const Token> input = m_histories.input(user, m_split).items();
    std::vector<Token> seen(input.begin(), input.end());
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    std::set_difference(seen.begin(), seen.end(), targets.begin(), targets.end(), std::back_inserter(removed));
    return removed;
}

/// The drawn candidates, followed by the targets, which are distinct and ascending.
std::vector<Token> Ranker::candidatesFor(std::int32_t user, std::span<const Token> targets) const {
    std::vector<Token> candidates = sampledCandidates(user);
    std::erase_if(candidates, [&](Token token) {  // sasrec-original may draw a target
        return std::binary_search(targets.begin(), targets.end(), token);
    });
    candidates.insert(candidates.end(), targets.begin(), targets.end());
    return candidates;
}

// What the targets have in common, the removed items or the drawn candidates, is found once for all of them, because a
// user may have hundreds of targets.
UserRank Ranker::rank(std::int32_t user, std::span<const float> scores) const {
    const std::span<const Token> targets = m_histories.targets(user, m_split);
    std::vector<Token> distinct(targets.begin(), targets.end());
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    const bool isFull = m_protocol.candidates == Candidates::Full;
    const std::vector<Token> items = isFull ? removedFor(user, distinct) : candidatesFor(user, distinct);
    std::vector<UserRank> all;
    for (const Token target : distinct)
        all.push_back(isFull ? rankAmongAll(scores, target, items) : rankAmong(scores, target, items));
    std::stable_sort(all.begin(), all.end(), [](const UserRank& a, const UserRank& b) { return a.rank < b.rank; });
    UserRank best = all.front();
    for (std::size_t i = 1; i < all.size(); ++i) best.others.push_back({.target = all[i].target, .rank = all[i].rank});
    best.user = user;
    return best;
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
