// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/analysis_store.h"

#include "core/store/connection.h"

namespace recscope {

std::optional<std::string> AnalysisStore::find(DatasetId dataset, const std::string& kind, int version) const {
    return reading(m_workspace, [&](SQLite::Database& database) -> std::optional<std::string> {
        SQLite::Statement select(database,
                                 "SELECT result FROM analysis WHERE dataset = ? AND kind = ? AND version = ?");
        SQLite::bind(select, dataset, kind, version);
        if (!select.executeStep()) return std::nullopt;
        return textAt(select, 0);
    });
}

void AnalysisStore::put(DatasetId dataset, const std::string& kind, int version, const std::string& json,
                        IfInUse ifInUse) {
    if (m_workspace.isReadOnly()) {
        try {
            Workspace writer = Workspace::open(m_workspace.path(), Workspace::IfMissing::Fail, /*patience=*/{});
            AnalysisStore(writer).put(dataset, kind, version, json);
        } catch (const WorkspaceInUse&) {
            // Without a cached result, the next caller computes it again.
            if (ifInUse == IfInUse::Fail) throwReadOnly(m_workspace.path());
        }
        return;
    }
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement insert(database,
                                 "INSERT OR REPLACE INTO analysis SELECT id, ?, ?, ? FROM dataset WHERE id = ?");
        SQLite::bind(insert, kind, version, json, dataset);
        insert.exec();
    });
}

}  // namespace recscope
