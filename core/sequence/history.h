// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// A non-owning view of one history or of a part of it, oldest first: its items and, if they were read, the time of
/// each. It is as cheap to copy as two spans. A span of tokens converts to a History and back, so code that needs no
/// times can treat a History as a span of tokens.
class History {
public:
    History() = default;
    /// `times`: Unix seconds, parallel to `items`; empty if there are none.
    History(std::span<const Token> items, std::span<const std::int64_t> times) : m_items(items), m_times(times) {}
    /// A history without times: a span, a vector or an array of tokens.
    template <class Items>
    requires(!std::is_same_v<Items, History> && std::is_convertible_v<const Items&, std::span<const Token>>)
        History(const Items& items)
        : m_items(items) {}  // NOLINT(google-explicit-constructor)

    std::span<const Token> items() const { return m_items; }
    std::span<const std::int64_t> times() const { return m_times; }
    bool hasTimes() const { return !m_times.empty(); }

    std::size_t size() const { return m_items.size(); }
    bool empty() const { return m_items.empty(); }
    auto begin() const { return m_items.begin(); }
    auto end() const { return m_items.end(); }
    auto rbegin() const { return m_items.rbegin(); }
    auto rend() const { return m_items.rend(); }
    Token operator[](std::size_t position) const { return m_items[position]; }
    Token front() const { return m_items.front(); }
    Token back() const { return m_items.back(); }

    History subspan(std::size_t first, std::size_t count = std::dynamic_extent) const {
        return {m_items.subspan(first, count), hasTimes() ? m_times.subspan(first, count) : m_times};
    }
    History first(std::size_t count) const { return subspan(0, count); }
    History last(std::size_t count) const { return subspan(size() - count); }

private:
    std::span<const Token> m_items;
    std::span<const std::int64_t> m_times;
};

/// A history that owns its items and times; for edited histories, and for histories that outlive the memory they were
/// read from.
struct OwnedHistory {
    OwnedHistory() = default;
    OwnedHistory(std::vector<Token> itemsOnly) : items(std::move(itemsOnly)) {}  // NOLINT(google-explicit-constructor)
    OwnedHistory(std::vector<Token> itemsToOwn, std::vector<std::int64_t> timesToOwn)
        : items(std::move(itemsToOwn)), times(std::move(timesToOwn)) {}
    explicit OwnedHistory(const History& history)
        : items(history.begin(), history.end()), times(history.times().begin(), history.times().end()) {}

    operator History() const { return {items, times}; }  // NOLINT(google-explicit-constructor)
    std::size_t size() const { return items.size(); }
    bool empty() const { return items.empty(); }
    bool operator==(const OwnedHistory&) const = default;

    std::vector<Token> items;         ///< oldest first
    std::vector<std::int64_t> times;  ///< Unix seconds, parallel to items; empty if there are none
};

}  // namespace recscope
