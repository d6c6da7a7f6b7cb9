// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dataset_copy.h"

#include <string>

#include "core/store/attached_database.h"
#include "core/store/dataset_store.h"
#include "core/util/progress.h"

namespace recscope {

void copyDataset(Workspace& workspace, DatasetId dataset, const std::filesystem::path& path,
                 const std::stop_token& stop) {
    (void)DatasetStore(workspace).byId(dataset);  // throws if it does not exist
    Workspace::open(path);                        // creates the file with the schema
    reading(workspace, [&](SQLite::Database& database) {
        const AttachedDatabase attached(database, path);
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
