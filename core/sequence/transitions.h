// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/sequence/histories.h"

namespace recscope {

/// The part of each history whose transitions are counted.
enum class HistoryPart {
    Whole,
    Training,            ///< without the held-out items
    WholeBetweenOrders,  ///< the whole history, but no transitions within one order (basket)
};

/// An item that directly follows another item, and how often it does.
struct Transition {
    Token next = kPadToken;
    std::int32_t count = 0;
};

/// How often each item directly follows each other item in the histories: the counts of a first-order Markov chain.
class Transitions {
public:
    /// Counts the transitions. Throws Error(Cancelled) after a stop request.
    static Transitions of(const Histories& histories, HistoryPart part, const std::stop_token& stop = {});

    std::int32_t itemCount() const { return static_cast<std::int32_t>(m_into.size()) - 1; }
    std::span<const Transition> after(Token item) const;  ///< sorted by token; counts are at least 1
    std::int64_t countFrom(Token item) const;             ///< transitions that leave the item
    std::int64_t countInto(Token item) const;             ///< transitions that arrive at the item
    std::int64_t total() const { return m_total; }

private:
    /// (V + 2), where V is the number of items: for each token, the index of its first successor in m_transitions
    std::vector<std::int64_t> m_offsets;
    std::vector<Transition> m_transitions;     ///< the successors of token 0, of token 1, …
    std::vector<std::int64_t> m_from, m_into;  ///< (V + 1) by token: transitions that leave or enter it
    std::int64_t m_total = 0;
};

/// Mean bits per transition when each transition is predicted from the counts of all others. The counts are smoothed by
/// `backoff` pseudo-counts, which are distributed in proportion to how often transitions lead into each item (a
/// Dirichlet prior; MacKay & Peto, 1995). Leaving out the predicted transition keeps rare pairs from predicting
/// themselves. Returns 0 if there are no transitions.
double leaveOneOutBits(const Transitions& transitions, double backoff);

/// The best `backoff` for leaveOneOutBits() among the powers of four from 1 to 4^9.
struct FittedBackoff {
    double backoff = 1;
    double bits = 0;  ///< leaveOneOutBits() with this backoff, the smallest value found
};
FittedBackoff fitBackoff(const Transitions& transitions, const std::stop_token& stop = {});

}  // namespace recscope
