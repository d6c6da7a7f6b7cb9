// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/queue_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/store/connection.h"

namespace recscope {

namespace {

std::string nameOf(SQLite::Database& database, const std::string& ticket) {
    SQLite::Statement select(database, "SELECT name FROM queued_training WHERE ticket = ?");
    select.bind(1, ticket);
    return select.executeStep() ? textAt(select, 0) : std::string();
}

/// Whether a run or another queue entry has this name.
bool isTaken(SQLite::Database& database, const std::string& name, const std::string& ticket) {
    SQLite::Statement select(database,
                             "SELECT 1 FROM run WHERE name = ?1 "
                             "UNION ALL SELECT 1 FROM queued_training WHERE name = ?1 AND ticket <> ?2");
    SQLite::bind(select, name, ticket);
    return select.executeStep();
}

std::string firstFree(SQLite::Database& database, const std::string& stem, const std::string& ticket, int from = 1) {
    for (int number = from;; ++number) {
        std::string name = fmt::format("{} {}", stem, number);
        if (!isTaken(database, name, ticket)) return name;
    }
}

std::string nameFor(SQLite::Database& database, const QueuedTraining& training) {
    if (training.stem.empty()) return training.name;
    const std::string requested = training.name.empty() ? nameOf(database, training.ticket) : training.name;
    return requested.empty() || isTaken(database, requested, training.ticket)
               ? firstFree(database, training.stem, training.ticket, requested == training.stem ? 2 : 1)
               : requested;
}

}  // namespace

std::vector<QueuedTraining> QueueStore::list() const {
    return reading(m_workspace, [](SQLite::Database& database) {
        SQLite::Statement select(
            database,
            "SELECT ticket, dataset, queued_training.config, queued_training.name, device, run, machine "
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
            training.machine = textAt(select, 6);
        }
        return trainings;
    });
}

std::vector<std::string> QueueStore::put(std::span<const QueuedTraining> trainings) {
    std::vector<std::string> names;
    writing(m_workspace, [&](SQLite::Database& database) {
        names.clear();
        SQLite::Statement insert(
            database,
            "INSERT INTO queued_training (ticket, dataset, config, name, device, run, machine) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (ticket) DO UPDATE SET config = excluded.config, "
            "name = excluded.name, device = excluded.device, run = excluded.run, machine = excluded.machine");
        for (const QueuedTraining& training : trainings) {
            names.push_back(nameFor(database, training));
            SQLite::bind(insert, training.ticket, training.dataset, training.config, names.back(), training.device);
            bindOptional(insert, 6, training.run);
            insert.bind(7, training.machine);
            insert.exec();
            insert.reset();
        }
    });
    return names;
}

void QueueStore::reorder(std::span<const std::string> tickets) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT position FROM queued_training WHERE ticket = ?");
        std::vector<std::pair<std::int64_t, std::string>> moved;  // a position and the ticket that moves to it
        std::vector<std::int64_t> positions;
        for (const std::string& ticket : tickets) {
            select.bind(1, ticket);
            if (select.executeStep()) {
                positions.push_back(select.getColumn(0).getInt64());
                moved.emplace_back(0, ticket);
            }
            select.reset();
        }
        std::sort(positions.begin(), positions.end());
        for (std::size_t i = 0; i < moved.size(); ++i) moved[i].first = positions[i];
        // The first pass writes negative positions, so that no two entries ever have the same position.
        SQLite::Statement update(database, "UPDATE queued_training SET position = ? WHERE ticket = ?");
        for (const std::int64_t sign : {-1, 1}) {
            for (const auto& [position, ticket] : moved) {
                SQLite::bind(update, sign * position, ticket);
                update.exec();
                update.reset();
            }
        }
    });
}

std::string QueueStore::freeName(const std::string& stem) const {
    return reading(m_workspace, [&](SQLite::Database& database) { return firstFree(database, stem, {}); });
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
