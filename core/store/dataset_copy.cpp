// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dataset_copy.h"

#include <string>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

/// Another database beside the workspace's own for as long as this lives.
class Attached {
public:
    Attached(SQLite::Database& database, const std::filesystem::path& path) : m_database(database) {
        SQLite::Statement attach(database, "ATTACH ? AS copy");
        attach.bind(1, path.string());
        attach.exec();
    }
    ~Attached() {
        try {
            m_database.exec("DETACH copy");
        } catch (const SQLite::Exception&) {
            // The connection is broken, which whoever uses it next is told.
        }
    }
    Attached(const Attached&) = delete;
    Attached& operator=(const Attached&) = delete;

private:
    SQLite::Database& m_database;
};

}  // namespace

void copyDataset(Workspace& workspace, DatasetId dataset, const std::filesystem::path& path,
                 const std::stop_token& stop) {
    (void)DatasetStore(workspace).byId(dataset);  // says so if it is not there
    Workspace::open(path);                        // made, with the schema
    reading(workspace, [&](SQLite::Database& database) {
        const Attached attached(database, path);
        SQLite::Transaction transaction(database);
        for (const std::string table : {"dataset", "user", "item", "interaction"}) {
            throwIfStopped(stop);
            SQLite::Statement insert(database, "INSERT INTO copy." + table + " SELECT * FROM main." + table +
                                                   " WHERE " + (table == "dataset" ? "id" : "dataset") + " = ?");
            insert.bind(1, dataset);
            insert.exec();
        }
        SQLite::Statement name(database, "UPDATE copy.dataset SET name = ?, notes = '', removal = NULL");
        name.bind(1, kCopiedDataset);
        name.exec();
        transaction.commit();
    });
}

}  // namespace recscope
