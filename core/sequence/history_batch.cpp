// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/history_batch.h"

#include <algorithm>

#include "core/sequence/split.h"

namespace recscope {

void HistoryStatistics::add(const HistoryBatch& batch) {
    if (batch.items.empty()) return;
    const auto largest = static_cast<std::size_t>(*std::max_element(batch.items.begin(), batch.items.end()));
    if (itemCounts.size() <= largest) {
        itemCounts.resize(largest + 1, 0);
        m_seenBy.resize(largest + 1, -1);
    }
    const std::vector<std::int64_t>& times = batch.times;
    for (std::size_t u = 0; u < batch.userCount(); ++u) {
        const auto begin = static_cast<std::size_t>(batch.offsets[u]),
                   end = static_cast<std::size_t>(batch.offsets[u + 1]);
        const auto user = static_cast<std::int32_t>(users.size());
        for (std::size_t i = begin; i < end; ++i) {
            const auto token = static_cast<std::size_t>(batch.items[i]);
            ++itemCounts[token];
            repeats += m_seenBy[token] == user;
            m_seenBy[token] = user;
        }
        User facts{static_cast<std::int64_t>(end - begin), {}, {}};
        if (!times.empty() && end > begin) {
            for (std::size_t i = begin + 1; i < end; ++i) tiedTimes += times[i] == times[i - 1];
            usersWithTiedLastTwo += end - begin >= 2 && times[end - 1] == times[end - 2];
            facts.firstTime = times[begin];
            facts.lastTime = times[end - 1];
        }
        if (!batch.orders.empty() && end > begin) {
            hasOrders = true;
            ++orderCount;
            for (std::size_t i = begin + 1; i < end; ++i) orderCount += batch.orders[i] != batch.orders[i - 1];
            usersWithLastTwoInOneOrder += end - begin >= 2 && batch.orders[end - 1] == batch.orders[end - 2];
        }
        usersWithFewerThanThree += end - begin < kMinHeldOutHistory;
        users.push_back(facts);
    }
    for (const std::int16_t kind : batch.kinds) {
        if (kind < 0) continue;
        if (kindCounts.size() <= static_cast<std::size_t>(kind))
            kindCounts.resize(static_cast<std::size_t>(kind) + 1, 0);
        ++kindCounts[static_cast<std::size_t>(kind)];
    }
    interactions += static_cast<std::int64_t>(batch.size());
}

}  // namespace recscope
