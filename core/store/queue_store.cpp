// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/queue_store.h"

#include "core/store/connection.h"

namespace recscope {

std::vector<QueuedTraining> QueueStore::list() const {
    return reading(m_workspace, [](SQLite::Database& database) {
        SQLite::Statement select(database,
                                 "SELECT ticket, dataset, queued_training.config, queued_training.name, device, run "
                                 "FROM queued_training JOIN dataset ON dataset.id = dataset "
                                 "WHERE dataset.removal IS NULL ORDER BY position");
        std::vector<QueuedTraining> trainings;
        while (select.executeStep()) {
            QueuedTraining& training = trainings.emplace_back();
            training.ticket = textAt(select, 0);
            training.dataset = select.getColumn(1).getInt64();
            training.config = textAt(select, 2);
            training.name = textAt(select, 3);
            training.device = textAt(select, 4);
            if (!select.isColumnNull(5)) training.run = select.getColumn(5).getInt64();
        }
        return trainings;
    });
}

void QueueStore::put(std::span<const QueuedTraining> trainings) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement insert(
            database,
            "INSERT INTO queued_training (ticket, dataset, config, name, device, run) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (ticket) DO UPDATE SET config = excluded.config, "
            "name = excluded.name, device = excluded.device, run = excluded.run");
        for (const QueuedTraining& training : trainings) {
            SQLite::bind(insert, training.ticket, training.dataset, training.config, training.name, training.device);
            bindOptional(insert, 6, training.run);
            insert.exec();
            insert.reset();
        }
    });
}

void QueueStore::remove(std::span<const std::string> tickets) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement statement(database, "DELETE FROM queued_training WHERE ticket = ?");
        for (const std::string& ticket : tickets) {
            statement.bind(1, ticket);
            statement.exec();
            statement.reset();
        }
    });
}

}  // namespace recscope
