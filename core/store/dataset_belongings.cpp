// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dataset_belongings.h"

#include <fmt/format.h>

#include <vector>

#include "core/store/connection.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::int64_t counted(SQLite::Database& database, const char* sql, DatasetId dataset) {
    SQLite::Statement select(database, sql);
    select.bind(1, dataset);
    return select.executeStep() ? select.getColumn(0).getInt64() : 0;
}

}  // namespace

std::string belongingsText(const DatasetBelongings& belongings) {
    std::vector<std::string> parts;
    const auto add = [&](std::int64_t count, const char* one, const char* several) {
        if (count > 0) parts.push_back(fmt::format("{} {}", count, translated(count == 1 ? one : several)));
    };
    add(belongings.runs, translatable("run"), translatable("runs"));
    add(belongings.scenarios, translatable("saved scenario"), translatable("saved scenarios"));
    add(belongings.timelines, translatable("timeline"), translatable("timelines"));
    add(belongings.cohorts, translatable("cohort"), translatable("cohorts"));
    add(belongings.favourites, translatable("favourite user"), translatable("favourite users"));
    add(belongings.pinnedUsers, translatable("pinned user"), translatable("pinned users"));
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? translated(" and ") : std::string(", ");
        text += parts[i];
    }
    return text;
}

DatasetBelongings belongingsOf(Workspace& workspace, DatasetId dataset) {
    return reading(workspace, [&](SQLite::Database& database) {
        DatasetBelongings found;
        found.runs = counted(database, "SELECT count(*) FROM run WHERE dataset = ?", dataset);
        found.scenarios = counted(database,
                                  "SELECT count(*) FROM scenario WHERE removed = 0 AND dataset = "
                                  "(SELECT name FROM dataset WHERE id = ?)",
                                  dataset);
        found.timelines =
            counted(database,
                    "SELECT count(*) FROM (SELECT DISTINCT film_frame.run, film_frame.user FROM film_frame "
                    "JOIN run ON run.id = film_frame.run WHERE run.dataset = ?)",
                    dataset);
        found.pinnedUsers = counted(database, "SELECT count(*) FROM pinned_user WHERE dataset = ?", dataset);
        found.favourites = counted(database,
                                   "SELECT json_array_length(result) FROM analysis WHERE kind = 'favourite_users' "
                                   "AND dataset = ?",
                                   dataset);
        if (database.tableExists("cohort"))
            found.cohorts = counted(database, "SELECT count(*) FROM cohort WHERE removed = 0 AND dataset = ?", dataset);
        return found;
    });
}

}  // namespace recscope
