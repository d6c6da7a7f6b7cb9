// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history_reader.h"

#include <vector>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"

namespace recscope {

void readHistories(Workspace& workspace, DatasetId dataset, const std::function<void(const HistoryRows&)>& take) {
    const DatasetInfo info = DatasetStore(workspace).byId(dataset);
    reading(workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(
            database, "SELECT user, token, time, basket FROM interaction WHERE dataset = ? ORDER BY user, position");
        select.bind(1, dataset);
        std::vector<Token> items;
        std::vector<std::int64_t> times;
        std::vector<std::int32_t> orders;
        std::int32_t user = 0;
        const auto deliver = [&] {
            if (!items.empty()) take({.user = user, .items = items, .times = times, .orders = orders});
            items.clear();
            times.clear();
            orders.clear();
        };
        while (select.executeStep()) {
            const std::int32_t next = select.getColumn(0).getInt();
            if (next != user) {
                deliver();
                user = next;
            }
            items.push_back(select.getColumn(1).getInt());
            if (info.hasTimes) times.push_back(select.getColumn(2).getInt64());
            if (info.hasOrders) orders.push_back(select.getColumn(3).getInt());
        }
        deliver();
    });
}

}  // namespace recscope
