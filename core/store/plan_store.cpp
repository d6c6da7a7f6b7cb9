// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/plan_store.h"

#include "core/store/connection.h"
#include "core/store/workspace.h"
#include "core/util/time.h"

namespace recscope {

void PlanStore::put(const std::string& name, const std::string& json) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement insert(database, "INSERT OR REPLACE INTO plan VALUES (?, ?, ?)");
        SQLite::bind(insert, name, json, utcNow());
        insert.exec();
    });
}

std::vector<StoredPlan> PlanStore::list() const {
    return reading(m_workspace, [](SQLite::Database& database) {
        std::vector<StoredPlan> plans;
        SQLite::Statement select(database, "SELECT name, json, used_at FROM plan ORDER BY used_at DESC, name");
        while (select.executeStep())
            plans.push_back({.name = textAt(select, 0), .json = textAt(select, 1), .lastRunAt = textAt(select, 2)});
        return plans;
    });
}

}  // namespace recscope
