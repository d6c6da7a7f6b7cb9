// SPDX-License-Identifier: GPL-3.0-or-later
// Datasets as a whole: list, add, remove. dataset_queries.cpp reads the contents of a dataset.
#include "core/store/dataset_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/store/connection.h"
#include "core/store/interaction_writer.h"
#include "core/store/name_length.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr const char* kSelectInfo =
    "SELECT id, name, users, items, interactions, source, format, has_times, tied_time_share, repeat_share, "
    "created_at, import_report, facts, settings, has_orders, event_kinds, "
    "coalesce((SELECT id FROM dataset AS old WHERE old.id = dataset.previous AND old.removal IS NULL), 0), "
    "coalesce((SELECT id FROM dataset AS newer WHERE newer.previous = dataset.id AND newer.removal IS NULL), 0) "
    "FROM dataset ";

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
    info.sampleFacts = textAt(row, 12);
    info.settings = textAt(row, 13);
    info.hasOrders = row.getColumn(14).getInt() != 0;
    const auto kinds = nlohmann::json::parse(textAt(row, 15), nullptr, /*allow_exceptions=*/false);
    for (const auto& kind : kinds.is_array() ? kinds : nlohmann::json::array()) {
        if (kind.is_string()) info.eventKinds.push_back(kind.get<std::string>());
    }
    info.previous = row.getColumn(16).getInt64();
    info.next = row.getColumn(17).getInt64();
    return info;
}

DatasetId insertInfo(SQLite::Database& database, const DatasetInfo& info) {
    SQLite::Statement insert(
        database,
        "INSERT INTO dataset (name, users, items, interactions, source, format, has_times, tied_time_share, "
        "repeat_share, created_at, import_report, facts, settings, previous, notes) VALUES (?1, 0, 0, 0, ?2, ?3, 0, 0, "
        "0, ?4, '{}', ?5, ?6, ?7, coalesce((SELECT notes FROM dataset WHERE id = ?7), ''))");
    SQLite::bind(insert, info.name, info.source, info.format, info.createdAt, info.sampleFacts, info.settings,
                 info.previous);
    insert.exec();
    return database.getLastInsertRowid();
}

double shareOf(std::int64_t interactions, const HistoryStatistics& statistics) {
    return statistics.interactions ? static_cast<double>(interactions) / static_cast<double>(statistics.interactions)
                                   : 0;
}

/// Fills in the info that follows from the histories, after all of them have been written.
void completeInfo(SQLite::Database& database, const HistoryStatistics& statistics, DatasetInfo& info) {
    info.users = static_cast<std::int64_t>(statistics.users.size());
    info.interactions = statistics.interactions;
    info.repeatShare = shareOf(statistics.repeats, statistics);
    info.hasOrders = statistics.hasOrders;
    info.hasTimes = std::any_of(statistics.users.begin(), statistics.users.end(),
                                [](const HistoryStatistics::User& user) { return user.firstTime.has_value(); });
    if (info.importReport.empty()) info.importReport = "{}";
    SQLite::Statement update(database,
                             "UPDATE dataset SET users = ?, items = ?, interactions = ?, has_times = ?, "
                             "tied_time_share = ?, repeat_share = ?, import_report = ?, has_orders = ?, "
                             "event_kinds = ? WHERE id = ?");
    SQLite::bind(update, info.users, info.items, info.interactions, static_cast<int>(info.hasTimes), info.tiedTimeShare,
                 info.repeatShare, info.importReport, static_cast<int>(info.hasOrders),
                 nlohmann::json(info.eventKinds).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                 info.id);
    update.exec();
}

void insertItems(SQLite::Database& database, DatasetId id, const NewDataset& dataset,
                 const HistoryStatistics& statistics) {
    SQLite::Statement insert(database, "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < dataset.items.size(); ++i) {
        const ItemInfo& item = dataset.items[i];
        const Token token = kFirstItemToken + static_cast<Token>(i);
        const std::int64_t count = i + 1 < statistics.itemCounts.size() ? statistics.itemCounts[i + 1] : 0;
        const std::string& title = item.title.empty() ? item.id : item.title;
        std::string searched = folded(title);
        if (title != item.id) searched.append("\n").append(folded(item.id));
        SQLite::bind(insert, id, token, item.id, title, item.genres, count, searched, item.tags);
        insert.exec();
        insert.reset();
    }
}

void insertUsers(SQLite::Database& database, DatasetId id, const NewDataset& dataset,
                 const HistoryStatistics& statistics) {
    SQLite::Statement insert(database, "INSERT INTO user VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(1, id);
    for (std::size_t user = 0; user < statistics.users.size(); ++user) {
        const HistoryStatistics::User& known = statistics.users[user];
        insert.bind(2, static_cast<std::int64_t>(user));
        insert.bindNoCopy(3, dataset.userIds[user]);
        insert.bind(4, known.length);
        bindOptional(insert, 5, known.firstTime);
        bindOptional(insert, 6, known.lastTime);
        insert.exec();
        insert.reset();
    }
}

/// Supplies a dataset that is already in memory, as one batch.
class WholeDataset : public HistoryFeed {
public:
    explicit WholeDataset(const NewDataset& dataset) : m_dataset(dataset) {}

    bool next(HistoryBatch& batch) override {
        if (m_isDelivered) return false;
        m_isDelivered = true;
        batch = {.offsets = m_dataset.histories.offsets,
                 .items = m_dataset.histories.items,
                 .times = m_dataset.times,
                 .ratings = m_dataset.ratings,
                 .orders = m_dataset.orders,
                 .kinds = m_dataset.kinds};
        return true;
    }
    void complete(const HistoryStatistics&, NewDataset& dataset) override {
        dataset.userIds = m_dataset.userIds;
        dataset.items = m_dataset.items;
    }

private:
    const NewDataset& m_dataset;
    bool m_isDelivered = false;
};

/// Turns foreign keys off for the lifetime of this object. Checking the dataset of each interaction would take a third
/// of the time that storing the interactions takes, and all interactions belong to the dataset inserted in the same
/// transaction. The setting belongs to the connection and cannot change inside a transaction.
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

/// The new name of a version that a new import replaces: "shop (before 2026-11-27)", with a number if that name is
/// taken.
std::string earlierName(SQLite::Database& database, const std::string& name, const std::string& day) {
    SQLite::Statement taken(database, "SELECT 1 FROM dataset WHERE name = ?");
    for (int number = 1;; ++number) {
        const std::string ending =
            number == 1 ? fmt::format(" (before {})", day) : fmt::format(" (before {}, {})", day, number);
        const std::string candidate = shortenedName(name, kMaxNameLength - ending.size()) + ending;
        taken.bind(1, candidate);
        if (!taken.executeStep()) return candidate;
        taken.reset();
    }
}

/// Makes the name of a new dataset available; `holder` is the dataset that has the name now. If that is the version
/// which the new dataset replaces (info.previous), renames it. Throws Error(Input) if `holder` is another dataset, or
/// if the replaced version has lost the name.
void freeName(SQLite::Database& database, const DatasetInfo& info, const std::optional<DatasetInfo>& holder) {
    if (holder && holder->id != info.previous) {
        throw Error(ErrorKind::Input, translated("There is already a dataset named \"{}\".", info.name),
                    translated("Choose another name, or remove the old dataset first."));
    }
    if (!holder && info.previous != 0) {
        throw Error(ErrorKind::Input, translated("The dataset \"{}\" was renamed or removed meanwhile.", info.name),
                    translated("Nothing was imported. Start the import again."));
    }
    if (!holder) return;
    SQLite::Statement rename(database, "UPDATE dataset SET name = ? WHERE id = ?");
    const std::string day = info.createdAt.substr(0, info.createdAt.find('T'));
    SQLite::bind(rename, earlierName(database, info.name, day), info.previous);
    rename.exec();
}

/// Renames a removed dataset with this name, because a new dataset takes the name, and makes its removal final.
void finalizeRemoval(SQLite::Database& database, const std::string& name) {
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
            throw Error(ErrorKind::Input, translated("There is no dataset number {} in this workspace.", id),
                        translated("It may have been removed. Choose another dataset."));
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
    throw Error(ErrorKind::Input, translated("There is no dataset named \"{}\" in this workspace.", name),
                names.empty() ? translated("The workspace is empty. Import a dataset first.")
                              : translated("Available: {}.", listed(names)));
}

DatasetInfo DatasetStore::add(const NewDataset& dataset, const std::function<void(std::int64_t)>& tick) {
    WholeDataset feed(dataset);
    NewDataset written;
    written.info = dataset.info;
    written.causes = dataset.causes;
    return add(written, feed, tick);
}

DatasetInfo DatasetStore::add(NewDataset& dataset, HistoryFeed& feed, const std::function<void(std::int64_t)>& tick) {
    DatasetInfo& info = dataset.info;
    checkNameLength(info.name);
    info.createdAt = utcNow();
    if (info.sampleFacts.empty()) info.sampleFacts = "{}";
    if (info.settings.empty()) info.settings = "{}";
    const WithoutForeignKeys withoutForeignKeys(m_workspace);
    writing(m_workspace, [&](SQLite::Database& database) {
        freeName(database, info, find(info.name));
        finalizeRemoval(database, info.name);
        info.id = insertInfo(database, info);
        const HistoryStatistics statistics = writeInteractions(database, info.id, feed, tick);
        // Compares whole seconds; `feed` may set a more exact share.
        info.tiedTimeShare = shareOf(statistics.tiedTimes, statistics);
        feed.complete(statistics, dataset);
        info.items = static_cast<std::int64_t>(dataset.items.size());
        insertUsers(database, info.id, dataset, statistics);
        insertItems(database, info.id, dataset, statistics);
        insertCauses(database, info.id, dataset);
        completeInfo(database, statistics, info);
        if (tick) tick(statistics.interactions);
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
