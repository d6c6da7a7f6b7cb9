// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/transitions.h"

#include <algorithm>
#include <cmath>

#include "core/util/progress.h"

namespace recscope {

namespace {

std::size_t at(Token token) {
    return static_cast<std::size_t>(token);
}

std::span<const Token> partOf(const Histories& histories, std::int32_t user, HistoryPart part) {
    return part == HistoryPart::Training ? histories.training(user) : histories.of(user);
}

/// The order of each item, if transitions within an order are not counted; otherwise empty.
std::span<const std::int32_t> ordersOf(const Histories& histories, std::int32_t user, HistoryPart part) {
    return part == HistoryPart::WholeBetweenOrders ? histories.ordersOf(user) : std::span<const std::int32_t>();
}

/// Whether the item at a position belongs to the same order as the item before it.
bool isSameOrder(std::span<const std::int32_t> orders, std::size_t position) {
    return !orders.empty() && orders[position] == orders[position - 1];
}

/// The share of transitions into `item` among all transitions except the predicted one, which also leads into `item`.
/// Each item gets one pseudo-count, so that the share is never zero. In the numerator, the pseudo-count and the omitted
/// transition cancel.
double priorShare(const Transitions& transitions, Token item) {
    return static_cast<double>(transitions.countInto(item)) /
           static_cast<double>(transitions.total() - 1 + transitions.itemCount());
}

}  // namespace

Transitions Transitions::of(const Histories& histories, HistoryPart part, const std::stop_token& stop) {
    Transitions result;
    const std::size_t size = at(histories.itemCount) + 1;
    result.m_from.resize(size);
    result.m_into.resize(size);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto history = partOf(histories, user, part);
        const auto orders = ordersOf(histories, user, part);
        for (std::size_t i = 1; i < history.size(); ++i) {
            if (isSameOrder(orders, i)) continue;
            ++result.m_from[at(history[i - 1])];
            ++result.m_into[at(history[i])];
            ++result.m_total;
        }
    }
    throwIfStopped(stop);
    // Groups the successors by the item that they follow and sorts each group, which is faster than sorting all pairs.
    std::vector<std::int64_t> begins(size + 1);
    for (std::size_t token = 0; token < size; ++token) begins[token + 1] = begins[token] + result.m_from[token];
    std::vector<std::int64_t> insertAt(begins.begin(), begins.end() - 1);
    std::vector<Token> successors(static_cast<std::size_t>(result.m_total));
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto history = partOf(histories, user, part);
        const auto orders = ordersOf(histories, user, part);
        for (std::size_t i = 1; i < history.size(); ++i) {
            if (isSameOrder(orders, i)) continue;
            successors[static_cast<std::size_t>(insertAt[at(history[i - 1])]++)] = history[i];
        }
    }
    result.m_offsets.assign(size + 1, 0);
    for (std::size_t token = 0; token < size; ++token) {
        if (token % 256 == 0) throwIfStopped(stop);
        const std::span<Token> group = std::span(successors)
                                           .subspan(static_cast<std::size_t>(begins[token]),
                                                    static_cast<std::size_t>(begins[token + 1] - begins[token]));
        std::sort(group.begin(), group.end());
        const std::size_t first = result.m_transitions.size();
        for (const Token next : group) {
            if (result.m_transitions.size() == first || result.m_transitions.back().next != next)
                result.m_transitions.push_back({.next = next, .count = 0});
            ++result.m_transitions.back().count;
        }
        result.m_offsets[token + 1] = static_cast<std::int64_t>(result.m_transitions.size());
    }
    return result;
}

std::span<const Transition> Transitions::after(Token item) const {
    return std::span(m_transitions)
        .subspan(static_cast<std::size_t>(m_offsets[at(item)]),
                 static_cast<std::size_t>(m_offsets[at(item) + 1] - m_offsets[at(item)]));
}

std::int64_t Transitions::countFrom(Token item) const {
    return m_from[at(item)];
}
std::int64_t Transitions::countInto(Token item) const {
    return m_into[at(item)];
}

double leaveOneOutBits(const Transitions& transitions, double backoff) {
    double bits = 0;
    for (Token item = kFirstItemToken; item <= transitions.itemCount(); ++item) {
        const double denominator = static_cast<double>(transitions.countFrom(item) - 1) + backoff;
        for (const auto& [next, count] : transitions.after(item)) {
            const double probability =
                (static_cast<double>(count - 1) + backoff * priorShare(transitions, next)) / denominator;
            bits -= count * std::log2(probability);
        }
    }
    return transitions.total() > 0 ? bits / static_cast<double>(transitions.total()) : 0;
}

FittedBackoff fitBackoff(const Transitions& transitions, const std::stop_token& stop) {
    FittedBackoff best;
    for (double backoff = 1; backoff < 1e6; backoff *= 4) {
        throwIfStopped(stop);
        const double bits = leaveOneOutBits(transitions, backoff);
        if (backoff == 1 || bits < best.bits) best = {.backoff = backoff, .bits = bits};
    }
    return best;
}

}  // namespace recscope
