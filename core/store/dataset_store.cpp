// SPDX-License-Identifier: GPL-3.0-or-later
// Datasets as a whole: list, add, remove. What a dataset holds is read in dataset_queries.cpp.
#include "core/store/dataset_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/store/connection.h"
#include "core/store/interaction_writer.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/time.h"

namespace recscope {

namespace {

constexpr const char* kSelectInfo =
    "SELECT id, name, users, items, interactions, source, format, has_times, tied_time_share, repeat_share, "
    "created_at, import_report, facts, settings FROM dataset ";

DatasetInfo infoAt(SQLite::Statement& row) {
    DatasetInfo info;
    info.id = row.getColumn(0).getInt64();
    info.name = textAt(row, 1);
    info.users = row.getColumn(2).getInt64();
    info.items = row.getColumn(3).getInt64();
    info.interactions = row.getColumn(4).getInt64();
    info.source = textAt(row, 5);
    info.format = textAt(row, 6);
    info.hasTimes = row.getColumn(7).getInt() != 0;
    info.tiedTimeShare = row.getColumn(8).getDouble();
    info.repeatShare = row.getColumn(9).getDouble();
    info.createdAt = textAt(row, 10);
    info.importReport = textAt(row, 11);
    info.facts = textAt(row, 12);
    info.settings = textAt(row, 13);
    return info;
}

/// What is known before the histories are.
void fillInCounts(const NewDataset& dataset, DatasetInfo& info) {
    const Histories& histories = dataset.histories;
    info.users = histories.userCount();
    info.items = histories.itemCount;
    info.interactions = static_cast<std::int64_t>(histories.items.size());
    info.hasTimes = !dataset.times.empty();
    info.createdAt = utcNow();
    if (info.importReport.empty()) info.importReport = "{}";
    if (info.facts.empty()) info.facts = "{}";
    if (info.settings.empty()) info.settings = "{}";
}

/// Shares that follow from the histories.
void fillInShares(const NewDataset& dataset, DatasetInfo& info) {
    const Histories& histories = dataset.histories;
    info.repeatShare = repeatShare(histories);
    std::int64_t tied = 0;
    for (std::size_t u = 0; info.hasTimes && u + 1 < histories.offsets.size(); ++u) {
        const auto begin = static_cast<std::size_t>(histories.offsets[u]);
        const auto end = static_cast<std::size_t>(histories.offsets[u + 1]);
        for (std::size_t i = begin + 1; i < end; ++i) tied += dataset.times[i] == dataset.times[i - 1];
    }
    info.tiedTimeShare = info.interactions ? static_cast<double>(tied) / static_cast<double>(info.interactions) : 0;
}

DatasetId insertInfo(SQLite::Database& database, const DatasetInfo& info) {
    SQLite::Statement insert(
        database,
        "INSERT INTO dataset (name, users, items, interactions, source, format, has_times, tied_time_share, "
        "repeat_share, created_at, import_report, facts, settings) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?)");
    SQLite::bind(insert, info.name, info.users, info.items, info.interactions, info.source, info.format,
                 static_cast<int>(info.hasTimes), info.createdAt, info.importReport, info.facts, info.settings);
    insert.exec();
    return database.getLastInsertRowid();
}

void completeInfo(SQLite::Database& database, const DatasetInfo& info) {
    SQLite::Statement update(
        database, "UPDATE dataset SET tied_time_share = ?, repeat_share = ?, import_report = ? WHERE id = ?");
    SQLite::bind(update, info.tiedTimeShare, info.repeatShare, info.importReport, info.id);
    update.exec();
}

void insertItems(SQLite::Database& database, DatasetId id, const NewDataset& dataset) {
    std::vector<std::int64_t> counts(dataset.items.size() + 1);
    for (const Token token : dataset.histories.items) ++counts[static_cast<std::size_t>(token)];
    SQLite::Statement insert(database, "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < dataset.items.size(); ++i) {
        const ItemInfo& item = dataset.items[i];
        const Token token = kFirstItemToken + static_cast<Token>(i);
        const std::string& title = item.title.empty() ? item.id : item.title;
        std::string searched = folded(title);
        if (title != item.id) searched.append("\n").append(folded(item.id));
        SQLite::bind(insert, id, token, item.id, title, item.genres, counts[i + 1], searched);
        insert.exec();
        insert.reset();
    }
}

void insertUser(SQLite::Statement& insert, const NewDataset& dataset, std::size_t user) {
    const auto begin = static_cast<std::size_t>(dataset.histories.offsets[user]);
    const auto end = static_cast<std::size_t>(dataset.histories.offsets[user + 1]);
    insert.bind(2, static_cast<std::int64_t>(user));
    insert.bindNoCopy(3, dataset.userIds[user]);
    insert.bind(4, static_cast<std::int64_t>(end - begin));
    const bool hasTimes = !dataset.times.empty() && begin < end;
    bindOptional(insert, 5, hasTimes ? std::optional(dataset.times[begin]) : std::nullopt);
    bindOptional(insert, 6, hasTimes ? std::optional(dataset.times[end - 1]) : std::nullopt);
    insert.exec();
    insert.reset();
}

void insertUsers(SQLite::Database& database, DatasetId id, const NewDataset& dataset) {
    SQLite::Statement insert(database, "INSERT INTO user VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(1, id);
    for (std::size_t user = 0; user < dataset.userIds.size(); ++user) insertUser(insert, dataset, user);
}

/// Each interaction would look up its dataset, a third of the time it takes to store it. All of them belong to the
/// dataset inserted in the same transaction. The setting belongs to the connection and cannot change in a transaction.
class WithoutForeignKeys {
public:
    explicit WithoutForeignKeys(Workspace& workspace) : m_database(workspace.connection().database) { set(0); }
    WithoutForeignKeys(const WithoutForeignKeys&) = delete;
    WithoutForeignKeys& operator=(const WithoutForeignKeys&) = delete;
    ~WithoutForeignKeys() { set(1); }

private:
    void set(int on) { sqlite3_db_config(m_database.getHandle(), SQLITE_DBCONFIG_ENABLE_FKEY, on, nullptr); }
    SQLite::Database& m_database;
};

void insertCauses(SQLite::Database& database, DatasetId id, const NewDataset& dataset) {
    SQLite::Statement insert(database, "INSERT INTO planted_cause VALUES (?, ?, ?, ?, ?)");
    for (std::size_t user = 0; user < dataset.causes.size(); ++user) {
        for (const PlantedCause& cause : dataset.causes[user]) {
            SQLite::bind(insert, id, static_cast<std::int64_t>(user), cause.position, patternName(cause.pattern),
                         nlohmann::json(cause.causes).dump());
            insert.exec();
            insert.reset();
        }
    }
}

/// A removed dataset cannot come back once its name belongs to another one.
void giveUpRemoved(SQLite::Database& database, const std::string& name) {
    SQLite::Statement update(database,
                             "UPDATE dataset SET removal = 'final', name = name || ' (removed ' || id || ')' "
                             "WHERE name = ? AND removal IS NOT NULL");
    update.bind(1, name);
    update.exec();
}

}  // namespace

std::vector<DatasetInfo> DatasetStore::list() const {
    return reading(m_workspace, [](SQLite::Database& database) {
        std::vector<DatasetInfo> all;
        SQLite::Statement select(database,
                                 std::string(kSelectInfo) + "WHERE removal IS NULL ORDER BY name COLLATE NOCASE");
        while (select.executeStep()) all.push_back(infoAt(select));
        return all;
    });
}

DatasetInfo DatasetStore::byId(DatasetId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, std::string(kSelectInfo) + "WHERE id = ?");
        select.bind(1, id);
        if (!select.executeStep()) {
            throw Error(ErrorKind::Input, fmt::format("There is no dataset number {} in this workspace.", id),
                        "It may have been removed. Choose another dataset.");
        }
        return infoAt(select);
    });
}

std::optional<DatasetInfo> DatasetStore::find(const std::string& name) const {
    return reading(m_workspace, [&](SQLite::Database& database) -> std::optional<DatasetInfo> {
        SQLite::Statement select(database, std::string(kSelectInfo) + "WHERE name = ? AND removal IS NULL");
        select.bind(1, name);
        if (!select.executeStep()) return std::nullopt;
        return infoAt(select);
    });
}

DatasetInfo DatasetStore::byName(const std::string& name) const {
    if (auto info = find(name)) return *std::move(info);
    std::vector<std::string> names;
    for (const DatasetInfo& info : list()) names.push_back(fmt::format("\"{}\"", info.name));
    throw Error(
        ErrorKind::Input, fmt::format("There is no dataset named \"{}\" in this workspace.", name),
        names.empty() ? "The workspace is empty. Import a dataset first." : fmt::format("There is {}.", listed(names)));
}

DatasetInfo DatasetStore::add(const NewDataset& dataset, const std::function<void(std::int64_t)>& tick,
                              HistoryFeed* feed) {
    DatasetInfo info = dataset.info;
    fillInCounts(dataset, info);
    const WithoutForeignKeys fast(m_workspace);
    writing(m_workspace, [&](SQLite::Database& database) {
        if (find(info.name)) {
            throw Error(ErrorKind::Input, fmt::format("There is already a dataset named \"{}\".", info.name),
                        "Choose another name, or remove the old dataset first.");
        }
        giveUpRemoved(database, info.name);
        info.id = insertInfo(database, info);
        writeInteractions(database, info.id, dataset, tick, feed);
        insertUsers(database, info.id, dataset);
        insertItems(database, info.id, dataset);
        insertCauses(database, info.id, dataset);
        fillInShares(dataset, info);
        if (feed) feed->complete(info);
        completeInfo(database, info);
    });
    return info;
}

void DatasetStore::remove(DatasetId id) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement statement(database, "DELETE FROM dataset WHERE id = ?");  // the schema cascades
        statement.bind(1, id);
        statement.exec();
    });
}

}  // namespace recscope
