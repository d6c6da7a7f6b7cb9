// SPDX-License-Identifier: GPL-3.0-or-later
// Queries on the contents of a dataset: histories, users, items. dataset_pages.cpp reads pages of tables;
// dataset_store.cpp handles datasets as a whole.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/store/connection.h"
#include "core/store/dataset_rows.h"
#include "core/store/dataset_store.h"
#include "core/store/item_genres.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr const char* kInteractionColumns = "SELECT token, time, rating, basket, kind FROM interaction ";

Interaction interactionAt(SQLite::Statement& row) {
    Interaction interaction{
        .token = row.getColumn(0).getInt(), .time = integerAt(row, 1), .rating = {}, .order = {}, .kind = {}};
    if (!row.isColumnNull(2)) interaction.rating = row.getColumn(2).getDouble();
    if (!row.isColumnNull(3)) interaction.order = row.getColumn(3).getInt();
    if (!row.isColumnNull(4)) interaction.kind = row.getColumn(4).getInt();
    return interaction;
}

std::vector<std::int64_t> numbers(Workspace& workspace, DatasetId id, const char* sql) {
    return reading(workspace, [&](SQLite::Database& database) {
        std::vector<std::int64_t> values;
        SQLite::Statement select(database, sql);
        select.bind(1, id);
        while (select.executeStep()) values.push_back(select.getColumn(0).getInt64());
        return values;
    });
}

}  // namespace

Histories DatasetStore::histories(DatasetId id, ReadTimes times) const {
    const DatasetInfo info = byId(id);
    return reading(m_workspace, [&](SQLite::Database& database) {
        Histories histories;
        histories.itemCount = static_cast<std::int32_t>(info.items);
        histories.items.reserve(static_cast<std::size_t>(info.interactions));
        histories.offsets.reserve(static_cast<std::size_t>(info.users) + 1);
        SQLite::Statement lengths(database, "SELECT length FROM user WHERE dataset = ? ORDER BY user");
        lengths.bind(1, id);
        while (lengths.executeStep()) {
            histories.offsets.push_back(histories.offsets.back() + lengths.getColumn(0).getInt64());
        }
        const bool readsTimes = info.hasTimes && times == ReadTimes::Yes;
        if (readsTimes) histories.times.reserve(static_cast<std::size_t>(info.interactions));
        SQLite::Statement tokens(
            database, fmt::format("SELECT token, {}, {} FROM interaction WHERE dataset = ? ORDER BY user, position",
                                  info.hasOrders ? "basket" : "NULL", readsTimes ? "time" : "NULL"));
        tokens.bind(1, id);
        while (tokens.executeStep()) {
            histories.items.push_back(tokens.getColumn(0).getInt());
            if (info.hasOrders) histories.orders.push_back(tokens.getColumn(1).getInt());
            if (readsTimes) histories.times.push_back(tokens.getColumn(2).getInt64());
        }
        return histories;
    });
}

std::vector<ItemInfo> DatasetStore::items(DatasetId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<ItemInfo> all;
        SQLite::Statement select(database, std::string(kItemColumns) + " FROM item WHERE dataset = ? ORDER BY token");
        select.bind(1, id);
        while (select.executeStep()) all.push_back(itemAt(select));
        return all;
    });
}

std::vector<Interaction> DatasetStore::history(DatasetId id, std::int32_t user) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<Interaction> history;
        SQLite::Statement select(database,
                                 std::string(kInteractionColumns) + "WHERE dataset = ? AND user = ? ORDER BY position");
        SQLite::bind(select, id, user);
        while (select.executeStep()) history.push_back(interactionAt(select));
        return history;
    });
}

Interaction DatasetStore::interaction(DatasetId id, std::int32_t user, std::int32_t position) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database,
                                 std::string(kInteractionColumns) + "WHERE dataset = ? AND user = ? AND position = ?");
        SQLite::bind(select, id, user, position);
        if (!select.executeStep())
            throw Error(ErrorKind::Input, translated("The user at index {} has no interaction {}.", user, position),
                        translated("The dataset may have been removed."));
        return interactionAt(select);
    });
}

std::vector<PlantedCause> DatasetStore::plantedCauses(DatasetId id, std::int32_t user) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<PlantedCause> causes;
        SQLite::Statement select(database,
                                 "SELECT position, pattern, causes FROM planted_cause WHERE dataset = ? AND user = ? "
                                 "ORDER BY position");
        SQLite::bind(select, id, user);
        while (select.executeStep()) {
            causes.push_back({.position = select.getColumn(0).getInt(),
                              .pattern = patternFromName(textAt(select, 1)),
                              .causes = nlohmann::json::parse(textAt(select, 2)).get<std::vector<std::int32_t>>()});
        }
        return causes;
    });
}

UserInfo DatasetStore::user(DatasetId id, std::int32_t index) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, std::string(kUserColumns) + " FROM user WHERE dataset = ? AND user = ?");
        SQLite::bind(select, id, index);
        if (!select.executeStep()) {
            throw Error(ErrorKind::Input, translated("The dataset has no user at index {}.", index),
                        translated("Users are numbered from 0."));
        }
        return userAt(select);
    });
}

UserInfo DatasetStore::userById(DatasetId id, const std::string& userId) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, std::string(kUserColumns) + " FROM user WHERE dataset = ? AND id = ?");
        SQLite::bind(select, id, userId);
        if (!select.executeStep()) {
            const DatasetInfo info = byId(id);
            throw Error(
                ErrorKind::Input, translated("There is no user \"{}\" in the dataset \"{}\".", userId, info.name),
                info.users > 0 ? translated("It has {} users, \"{}\" for example.", grouped(info.users), user(id, 0).id)
                               : translated("The dataset has no users."));
        }
        return userAt(select);
    });
}

std::vector<Token> DatasetStore::tokensOf(DatasetId id, std::span<const std::string> itemIds) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<Token> tokens;
        SQLite::Statement select(database, "SELECT token FROM item WHERE dataset = ? AND id = ?");
        select.bind(1, id);
        for (const std::string& itemId : itemIds) {
            select.bind(2, itemId);
            if (!select.executeStep()) {
                const DatasetInfo info = byId(id);
                SQLite::Statement first(database, "SELECT id FROM item WHERE dataset = ? ORDER BY token LIMIT 1");
                first.bind(1, id);
                throw Error(
                    ErrorKind::Input, translated("There is no item \"{}\" in the dataset \"{}\".", itemId, info.name),
                    first.executeStep()
                        ? translated("It has {} items, \"{}\" for example.", grouped(info.items), textAt(first, 0))
                        : translated("The dataset has no items."));
            }
            tokens.push_back(select.getColumn(0).getInt());
            select.reset();
        }
        return tokens;
    });
}

std::optional<std::pair<std::int64_t, std::int64_t>> DatasetStore::timeSpan(DatasetId id) const {
    return reading(
        m_workspace, [&](SQLite::Database& database) -> std::optional<std::pair<std::int64_t, std::int64_t>> {
            SQLite::Statement query(database, "SELECT min(first_time), max(last_time) FROM user WHERE dataset = ?");
            query.bind(1, id);
            if (!query.executeStep() || query.isColumnNull(0) || query.isColumnNull(1)) return {};
            return std::pair(query.getColumn(0).getInt64(), query.getColumn(1).getInt64());
        });
}

std::vector<std::string> DatasetStore::genres(DatasetId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::set<std::string> genres;
        SQLite::Statement select(database, "SELECT DISTINCT genres FROM item WHERE dataset = ? AND genres <> ''");
        select.bind(1, id);
        while (select.executeStep()) {
            for (std::string& genre : genresIn(textAt(select, 0))) genres.insert(std::move(genre));
        }
        return std::vector<std::string>(genres.begin(), genres.end());
    });
}

std::vector<std::int64_t> DatasetStore::historyLengths(DatasetId id) const {
    return numbers(m_workspace, id, "SELECT length FROM user WHERE dataset = ? ORDER BY user");
}

std::vector<std::int64_t> DatasetStore::itemCounts(DatasetId id) const {
    return numbers(m_workspace, id, "SELECT interactions FROM item WHERE dataset = ? ORDER BY token");
}

}  // namespace recscope
