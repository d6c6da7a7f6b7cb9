// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/interaction_reader.h"

#include "core/store/connection.h"

namespace recscope {

void readInteractions(Workspace& workspace, DatasetId dataset,
                      const std::function<void(std::int32_t user, const Interaction&)>& take) {
    reading(workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database,
                                 "SELECT user, token, time, rating, basket, kind FROM interaction WHERE dataset = ? "
                                 "ORDER BY user, position");
        select.bind(1, dataset);
        while (select.executeStep()) {
            Interaction interaction;
            interaction.token = select.getColumn(1).getInt();
            if (!select.isColumnNull(2)) interaction.time = select.getColumn(2).getInt64();
            if (!select.isColumnNull(3)) interaction.rating = select.getColumn(3).getDouble();
            if (!select.isColumnNull(4)) interaction.order = select.getColumn(4).getInt();
            if (!select.isColumnNull(5)) interaction.kind = select.getColumn(5).getInt();
            take(select.getColumn(0).getInt(), interaction);
        }
    });
}

}  // namespace recscope
