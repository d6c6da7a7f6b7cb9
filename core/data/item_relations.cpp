// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/item_relations.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/store/history_reader.h"
#include "core/util/error.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::size_t at(Token token) {
    return static_cast<std::size_t>(token);
}

/// The minimum support grows with the item's own count: five transitions out of ten thousand may be chance, but five
/// out of fifty are not.
std::int64_t supportFor(std::int64_t interactions) {
    return std::clamp<std::int64_t>(std::llround(std::sqrt(static_cast<double>(interactions)) / 5), 2, 20);
}

double strength(const RelatedItem& item) {
    return static_cast<double>(item.count) * std::log2(item.lift);
}

/// Lists the items with a count of at least `minSupport`, the strongest association first; `expected` is the count
/// under independence.
std::vector<RelatedItem> ranked(const std::vector<std::int64_t>& counts, std::int64_t minSupport, std::size_t limit,
                                const std::function<double(Token)>& expected) {
    std::vector<RelatedItem> items;
    for (std::size_t token = 0; token < counts.size(); ++token) {
        if (counts[token] < minSupport) continue;
        RelatedItem item{.token = static_cast<Token>(token), .count = counts[token], .lift = 0};
        item.lift = static_cast<double>(item.count) / expected(item.token);
        items.push_back(item);
    }
    std::stable_sort(items.begin(), items.end(),
                     [](const RelatedItem& a, const RelatedItem& b) { return strength(a) > strength(b); });
    if (items.size() > limit) items.resize(limit);
    return items;
}

}  // namespace

HistoryIndex::HistoryIndex(Histories histories, const std::stop_token& stop, Times times)
    : m_histories(std::move(histories)), m_times(std::move(times)) {
    if (m_histories.items.size() > UINT32_MAX)
        throw Error(ErrorKind::Input, translated("The dataset has too many interactions for this view."),
                    translated("The view holds at most 4,294,967,295 interactions."));
    const std::size_t size = at(m_histories.itemCount) + 1;
    m_offsets.assign(size + 1, 0);
    m_users.assign(size, 0);
    m_first.assign(size, 0);
    m_last.assign(size, 0);
    m_steps.assign(size, 0);
    for (const Token token : m_histories.items) ++m_offsets[at(token) + 1];
    for (std::size_t token = 0; token < size; ++token) m_offsets[token + 1] += m_offsets[token];
    std::vector<std::int64_t> next(m_offsets.begin(), m_offsets.end() - 1);
    std::vector<std::int32_t> lastUser(size, -1), lastStep(size, -1);
    m_occurrences.resize(m_histories.items.size());
    std::uint32_t occurrence = 0;
    for (std::int32_t user = 0; user < m_histories.userCount(); ++user) {
        if (user % 1024 == 0) throwIfStopped(stop);
        const auto history = m_histories.of(user);
        if (history.empty()) continue;
        for (std::size_t begin = 0; begin < history.size();) {
            const std::size_t end = stepAt(user, begin).second;
            const auto step = static_cast<std::int32_t>(m_stepCount++);
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t item = at(history[i]);
                if (lastStep[item] == step) continue;
                lastStep[item] = step;
                ++m_steps[item];
                m_first[item] += begin == 0;
                m_last[item] += end == history.size();
            }
            m_transitions += begin > 0;
            begin = end;
        }
        for (const Token token : history) {
            m_occurrences[static_cast<std::size_t>(next[at(token)]++)] = occurrence++;
            if (lastUser[at(token)] != user) ++m_users[at(token)];
            lastUser[at(token)] = user;
        }
    }
}

std::span<const std::uint32_t> HistoryIndex::occurrencesOf(Token token) const {
    return std::span(m_occurrences)
        .subspan(static_cast<std::size_t>(m_offsets[at(token)]), static_cast<std::size_t>(count(token)));
}

std::pair<std::size_t, std::size_t> HistoryIndex::stepAt(std::int32_t user, std::size_t position) const {
    const std::span<const std::int32_t> orders = m_histories.ordersOf(user);
    if (orders.empty()) return {position, position + 1};
    const auto [begin, end] = std::equal_range(orders.begin(), orders.end(), orders[position]);
    return {static_cast<std::size_t>(begin - orders.begin()), static_cast<std::size_t>(end - orders.begin())};
}

std::int64_t HistoryIndex::count(Token token) const {
    return m_offsets[at(token) + 1] - m_offsets[at(token)];
}

std::int32_t HistoryIndex::userAt(std::int64_t occurrence, std::int32_t notBefore) const {
    const auto begin = m_histories.offsets.begin();
    return static_cast<std::int32_t>(std::upper_bound(begin + notBefore, m_histories.offsets.end(), occurrence) -
                                     begin) -
           1;
}

ItemRelations HistoryIndex::relationsOf(Token token, const RelationOptions& options,
                                        const std::stop_token& stop) const {
    const std::size_t size = at(m_histories.itemCount) + 1;
    std::vector<std::int64_t> after(size), before(size), together(size);
    std::vector<std::int32_t> seenBy(size, -1), countedFor(size, -1);
    const bool areOrders = !m_histories.orders.empty();
    std::int32_t user = 0, counted = -1, parts = 0;
    std::size_t stepEnd = 0;  // end of the last counted step of the user `counted`
    // Counts each item of a part of a history once.
    const auto add = [&](std::span<const Token> part, std::vector<std::int64_t>& counts) {
        ++parts;
        for (const Token other : part) {
            if (std::exchange(countedFor[at(other)], parts) != parts) ++counts[at(other)];
        }
    };
    for (const std::uint32_t occurrence : occurrencesOf(token)) {
        user = userAt(occurrence, user);
        const auto history = m_histories.of(user);
        const auto position =
            static_cast<std::size_t>(occurrence - m_histories.offsets[static_cast<std::size_t>(user)]);
        if (counted == user && position < stepEnd) continue;  // the item is in this order a second time
        const auto [begin, end] = stepAt(user, position);
        stepEnd = end;
        if (begin > 0) {
            const std::size_t previous = stepAt(user, begin - 1).first;
            add(history.subspan(previous, begin - previous), before);
        }
        if (end < history.size()) add(history.subspan(end, stepAt(user, end).second - end), after);
        if (areOrders) {
            add(history.subspan(begin, end - begin), together);
            together[at(token)] = 0;
        }
        if (std::exchange(counted, user) == user) continue;
        throwIfStopped(stop);
        for (const Token other : history) {
            if (!areOrders && other != token && seenBy[at(other)] != user) ++together[at(other)];
            seenBy[at(other)] = user;
        }
    }
    ItemRelations relations;
    relations.token = token;
    relations.areOrders = areOrders;
    relations.interactions = count(token);
    relations.users = m_users[at(token)];
    relations.asFirst = m_first[at(token)];
    relations.asLast = m_last[at(token)];
    relations.minSupport = options.minSupport > 0 ? options.minSupport : supportFor(relations.interactions);
    const auto product = [](std::int64_t a, std::int64_t b, std::int64_t total) {
        return static_cast<double>(a) * static_cast<double>(b) / static_cast<double>(std::max<std::int64_t>(total, 1));
    };
    const auto leaving = [&](Token item) { return m_steps[at(item)] - m_last[at(item)]; };
    const auto arriving = [&](Token item) { return m_steps[at(item)] - m_first[at(item)]; };
    relations.after = ranked(after, relations.minSupport, options.limit,
                             [&](Token other) { return product(leaving(token), arriving(other), m_transitions); });
    relations.before = ranked(before, relations.minSupport, options.limit,
                              [&](Token other) { return product(arriving(token), leaving(other), m_transitions); });
    relations.together = ranked(together, relations.minSupport, options.limit, [&](Token other) {
        return areOrders ? product(m_steps[at(token)], m_steps[at(other)], m_stepCount)
                         : product(m_users[at(token)], m_users[at(other)], m_histories.userCount());
    });
    return relations;
}

std::vector<ItemVisit> HistoryIndex::visits(Token token, VisitOrder order, Direction direction, std::int64_t offset,
                                            std::int64_t limit) const {
    std::span<const std::uint32_t> occurrences = occurrencesOf(token);
    Times byTime;
    if (order == VisitOrder::Time && !m_times.empty()) {
        byTime.assign(occurrences.begin(), occurrences.end());
        std::stable_sort(byTime.begin(), byTime.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return m_times[a] < m_times[b]; });
        occurrences = byTime;
    }
    std::vector<ItemVisit> visits;
    const auto count = static_cast<std::int64_t>(occurrences.size());
    const std::int64_t end = std::min(count, offset + limit);
    for (std::int64_t i = std::max<std::int64_t>(offset, 0); i < end; ++i) {
        const std::int64_t index = direction == Direction::Ascending ? i : count - 1 - i;
        const std::int64_t occurrence = occurrences[static_cast<std::size_t>(index)];
        const std::int32_t user = userAt(occurrence, 0);
        const std::int64_t first = m_histories.offsets[static_cast<std::size_t>(user)];
        visits.push_back({.user = user, .position = static_cast<std::int32_t>(occurrence - first)});
    }
    return visits;
}

HistoryIndex readHistoryIndex(Workspace& workspace, const DatasetInfo& dataset, const std::stop_token& stop) {
    Histories histories;
    histories.itemCount = static_cast<std::int32_t>(dataset.items);
    histories.items.reserve(static_cast<std::size_t>(dataset.interactions));
    HistoryIndex::Times times;
    if (dataset.hasTimes) times.reserve(static_cast<std::size_t>(dataset.interactions));
    const auto addEmptyUpTo = [&](std::int64_t user) {
        while (histories.userCount() < user) histories.append({});
    };
    readHistories(workspace, dataset.id, [&](const HistoryRows& rows) {
        if (rows.user % 1024 == 0) throwIfStopped(stop);
        addEmptyUpTo(rows.user);
        histories.append(rows.items);
        histories.orders.insert(histories.orders.end(), rows.orders.begin(), rows.orders.end());
        for (const std::int64_t time : rows.times)
            times.push_back(static_cast<std::uint32_t>(std::clamp<std::int64_t>(time, 0, UINT32_MAX)));
    });
    addEmptyUpTo(dataset.users);
    return HistoryIndex(std::move(histories), stop, std::move(times));
}

}  // namespace recscope
