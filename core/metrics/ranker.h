// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

/// Ranks a target under a protocol; draws the sampled candidates of `pop100` and `uniform100`, the same for every model
/// and every call: a user's draw is a function of (protocol.seed, user).
class Ranker {
public:
    /// `histories` must outlive this. With `usersAtMost` > 0 at most that many users are ranked, drawn by
    /// protocol.seed: the same for every model and every call.
    Ranker(const Histories& histories, const Protocol& protocol, Split split, std::int64_t usersAtMost = 0);

    /// The users to rank, ascending: those with a target, or the ones drawn from them.
    const std::vector<std::int32_t>& users() const { return m_users; }
    /// `scores` by token (V + 2). Throws Error(Numeric) if a candidate's score is not finite.
    UserRank rank(std::int32_t user, std::span<const float> scores) const;
    /// The metrics of ranks in the order of users().
    Evaluation evaluation(std::vector<UserRank> ranks) const;

    /// The 100 sampled candidates of a user, fewer if the user has fewer unseen items. Pre: a sampled protocol.
    std::vector<Token> sampledCandidates(std::int32_t user) const;

private:
    const Histories& m_histories;
    Protocol m_protocol;
    Split m_split;
    std::vector<std::int32_t> m_users;
    std::vector<double> m_cumulative;  ///< (V) running sum of popularity, or of ones
};

}  // namespace recscope
