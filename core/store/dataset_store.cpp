// SPDX-License-Identifier: GPL-3.0-or-later
// Datasets as a whole: list, add, remove. What a dataset holds is read in dataset_queries.cpp.
#include "core/store/dataset_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/store/connection.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/time.h"

namespace recscope {

namespace {

constexpr const char* kSelectInfo =
    "SELECT id, name, users, items, interactions, source, format, has_times, tied_time_share, repeat_share, "
    "created_at, import_report, facts FROM dataset ";

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
    return info;
}

/// Counts and shares that follow from the data itself.
void fillInFacts(const NewDataset& dataset, DatasetInfo& info) {
    const Histories& histories = dataset.histories;
    info.users = histories.userCount();
    info.items = histories.itemCount;
    info.interactions = static_cast<std::int64_t>(histories.items.size());
    info.hasTimes = !dataset.times.empty();
    info.repeatShare = repeatShare(histories);
    info.createdAt = utcNow();
    if (info.importReport.empty()) info.importReport = "{}";
    if (info.facts.empty()) info.facts = "{}";
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
        "repeat_share, created_at, import_report, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    SQLite::bind(insert, info.name, info.users, info.items, info.interactions, info.source, info.format,
                 static_cast<int>(info.hasTimes), info.tiedTimeShare, info.repeatShare, info.createdAt,
                 info.importReport, info.facts);
    insert.exec();
    return database.getLastInsertRowid();
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

constexpr std::size_t kRowsPerStatement = 16;  // half the time of one row a statement; more rows gain little
constexpr int kInteractionColumns = 6;

/// "INSERT … VALUES (…), (…)" where ?1 is the dataset and the five other values of row r follow from ?(2 + 5 r).
std::string interactionSql(std::size_t rows) {
    std::string sql = "INSERT INTO interaction VALUES ";
    int next = 2;
    for (std::size_t row = 0; row < rows; ++row) {
        sql += row == 0 ? "(?1" : ", (?1";
        for (int column = 1; column < kInteractionColumns; ++column) sql += fmt::format(", ?{}", next++);
        sql += ')';
    }
    return sql;
}

void bindInteraction(SQLite::Statement& insert, std::size_t slot, const NewDataset& dataset, std::size_t user,
                     std::size_t row) {
    const int first = 2 + static_cast<int>(slot) * (kInteractionColumns - 1);
    insert.bind(first, static_cast<std::int64_t>(user));
    insert.bind(first + 1, static_cast<std::int64_t>(row) - dataset.histories.offsets[user]);
    insert.bind(first + 2, dataset.histories.items[row]);
    if (!dataset.times.empty()) insert.bind(first + 3, dataset.times[row]);
    if (dataset.ratings.empty()) return;
    const double rating = static_cast<double>(dataset.ratings[row]);
    bindOptional(insert, first + 4, std::isnan(rating) ? std::nullopt : std::optional(rating));
}

void insertHistories(SQLite::Database& database, DatasetId id, const NewDataset& dataset,
                     const std::function<void(std::int64_t)>& tick) {
    constexpr std::size_t kRowsPerTick = 20000;
    SQLite::Statement userInsert(database, "INSERT INTO user VALUES (?, ?, ?, ?, ?, ?)");
    SQLite::Statement many(database, interactionSql(kRowsPerStatement)), one(database, interactionSql(1));
    userInsert.bind(1, id);
    many.bind(1, id);
    one.bind(1, id);
    const Histories& histories = dataset.histories;
    const std::size_t rows = histories.items.size();
    const std::size_t rowsInBlocks = rows - rows % kRowsPerStatement;
    std::size_t row = 0;
    for (std::size_t user = 0; user + 1 < histories.offsets.size(); ++user) {
        insertUser(userInsert, dataset, user);
        for (; row < static_cast<std::size_t>(histories.offsets[user + 1]); ++row) {
            const bool inBlock = row < rowsInBlocks;
            SQLite::Statement& insert = inBlock ? many : one;
            const std::size_t slot = inBlock ? row % kRowsPerStatement : 0;
            bindInteraction(insert, slot, dataset, user, row);
            if (!inBlock || slot + 1 == kRowsPerStatement) {
                insert.exec();
                insert.reset();
            }
            if (tick && (row + 1) % kRowsPerTick == 0) tick(static_cast<std::int64_t>(row + 1));
        }
    }
    if (tick) tick(static_cast<std::int64_t>(row));
}

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

}  // namespace

std::vector<DatasetInfo> DatasetStore::list() const {
    return reading(m_workspace, [](SQLite::Database& database) {
        std::vector<DatasetInfo> all;
        SQLite::Statement select(database, std::string(kSelectInfo) + "ORDER BY name COLLATE NOCASE");
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
        SQLite::Statement select(database, std::string(kSelectInfo) + "WHERE name = ?");
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

DatasetInfo DatasetStore::add(const NewDataset& dataset, const std::function<void(std::int64_t)>& tick) {
    DatasetInfo info = dataset.info;
    fillInFacts(dataset, info);
    writing(m_workspace, [&](SQLite::Database& database) {
        if (find(info.name)) {
            throw Error(ErrorKind::Input, fmt::format("There is already a dataset named \"{}\".", info.name),
                        "Choose another name, or remove the old dataset first.");
        }
        info.id = insertInfo(database, info);
        insertItems(database, info.id, dataset);
        insertHistories(database, info.id, dataset, tick);
        insertCauses(database, info.id, dataset);
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
