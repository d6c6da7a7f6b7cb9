// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lease_store.h"

#include "core/store/connection.h"
#include "core/store/worker_presence.h"

namespace recscope {

bool LeaseStore::claim(DatasetId dataset, const std::string& config) {
    const std::string worker = m_workspace.worker();
    const auto isOfAnother = [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT worker FROM lease WHERE dataset = ? AND config = ?");
        SQLite::bind(select, dataset, config);
        if (!select.executeStep()) return false;
        const std::string holder = textAt(select, 0);
        return holder != worker && WorkerPresence::isAlive(m_workspace.path(), holder);
    };
    // The first check only reads: an idle worker tries to claim every remaining run twice a second and must not make
    // other workers wait for a write lock.
    if (reading(m_workspace, isOfAnother)) return false;
    bool isOurs = false;
    writing(m_workspace, [&](SQLite::Database& database) {
        if (isOfAnother(database)) return;
        SQLite::Statement insert(database, "INSERT OR REPLACE INTO lease (dataset, config, worker) VALUES (?, ?, ?)");
        SQLite::bind(insert, dataset, config, worker);
        insert.exec();
        isOurs = true;
    });
    return isOurs;
}

void LeaseStore::release(DatasetId dataset, const std::string& config) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement remove(database, "DELETE FROM lease WHERE dataset = ? AND config = ? AND worker = ?");
        SQLite::bind(remove, dataset, config, m_workspace.worker());
        remove.exec();
    });
}

}  // namespace recscope
