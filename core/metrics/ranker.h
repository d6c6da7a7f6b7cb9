// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

/// Ranks a target under a protocol, and draws the candidates of the sampled protocols (all except `full`). A user's
/// draw is a function of (protocol.seed, user), so it is the same for every model and every call.
class Ranker {
public:
    /// `histories` must outlive this. If `usersAtMost` is above 0, at most that many users are ranked. They are drawn
    /// at random with protocol.seed, so they are the same for every model and every call.
    Ranker(const Histories& histories, const Protocol& protocol, Split split, std::int64_t usersAtMost = 0);

    /// The users to rank, ascending: all users with a target, or those drawn from them.
    const std::vector<std::int32_t>& users() const { return m_users; }
    /// Ranks all targets of the user. `scores` is indexed by token and has shape (V + 2), V = number of items. Throws
    /// Error(Numeric) if a candidate's score is not finite.
    UserRank rank(std::int32_t user, std::span<const float> scores) const;
    /// The evaluation of `ranks`, which must be in the order of users().
    Evaluation evaluation(std::vector<UserRank> ranks) const;

    /// The candidates drawn for a user; fewer than `Protocol::drawn` if fewer items can be drawn. Pre: the protocol
    /// draws candidates.
    std::vector<Token> sampledCandidates(std::int32_t user) const;

private:
    std::vector<Token> removedFor(std::int32_t user, std::span<const Token> targets) const;
    std::vector<Token> candidatesFor(std::int32_t user, std::span<const Token> targets) const;

    const Histories& m_histories;
    Protocol m_protocol;
    Split m_split;
    std::vector<std::int32_t> m_users;
    /// Running sum of the items' sampling weights (popularity or 1), shape (V), V = number of items.
    std::vector<double> m_cumulative;
};

}  // namespace recscope
