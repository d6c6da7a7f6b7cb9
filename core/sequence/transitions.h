// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/sequence/histories.h"

namespace recscope {

/// Which interactions are counted.
enum class HistoryPart {
    Whole,
    Training,  ///< without the held-out items
};

struct Transition {
    Token next = kPadToken;
    std::int32_t count = 0;
};

/// How often each item directly follows each other item in the histories: the counts of a first-order Markov chain.
class Transitions {
public:
    /// Throws Error(Cancelled).
    static Transitions of(const Histories& histories, HistoryPart part, const std::stop_token& stop = {});

    std::int32_t itemCount() const { return static_cast<std::int32_t>(m_into.size()) - 1; }
    std::span<const Transition> after(Token item) const;  ///< by token, each at least once
    std::int64_t from(Token item) const;                  ///< transitions that leave the item
    std::int64_t into(Token item) const;                  ///< transitions that arrive at the item
    std::int64_t total() const { return m_total; }

private:
    std::vector<std::int64_t> m_offsets;  ///< (V + 2), into m_cells, by token
    std::vector<Transition> m_cells;
    std::vector<std::int64_t> m_from, m_into;  ///< (V + 1), by token
    std::int64_t m_total = 0;
};

/// Bits per transition when each one is predicted from all the others: the counts without itself, smoothed by `backoff`
/// pseudo-counts spread by how often transitions lead into each item (a Dirichlet prior; MacKay & Peto, 1995). Leaving
/// the transition out keeps rare pairs from predicting themselves. 0 if there are no transitions.
double leaveOneOutBits(const Transitions& transitions, double backoff);

/// The backoff with the fewest bits among powers of four, and those bits.
struct FittedBackoff {
    double backoff = 1;
    double bits = 0;
};
FittedBackoff fitBackoff(const Transitions& transitions, const std::stop_token& stop = {});

}  // namespace recscope
