// SPDX-License-Identifier: GPL-3.0-or-later
// Queries on the contents of a dataset: histories, users, items. dataset_store.cpp handles datasets as a whole.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <variant>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr const char* kUserColumns = "SELECT user, id, length, first_time, last_time";
constexpr const char* kInteractionColumns = "SELECT token, time, rating, basket, kind FROM interaction ";
constexpr const char* kItemColumns = "SELECT token, id, title, genres, interactions, tags";

std::optional<std::int64_t> integerAt(SQLite::Statement& row, int column) {
    const SQLite::Column value = row.getColumn(column);
    if (value.isNull()) return std::nullopt;
    return value.getInt64();
}

UserInfo userAt(SQLite::Statement& row) {
    return {.user = row.getColumn(0).getInt(),
            .id = textAt(row, 1),
            .length = row.getColumn(2).getInt64(),
            .firstTime = integerAt(row, 3),
            .lastTime = integerAt(row, 4)};
}

ItemInfo itemAt(SQLite::Statement& row) {
    return {.token = row.getColumn(0).getInt(),
            .id = textAt(row, 1),
            .title = textAt(row, 2),
            .genres = textAt(row, 3),
            .interactions = row.getColumn(4).getInt64(),
            .tags = textAt(row, 5)};
}

Interaction interactionAt(SQLite::Statement& row) {
    Interaction interaction{
        .token = row.getColumn(0).getInt(), .time = integerAt(row, 1), .rating = {}, .order = {}, .kind = {}};
    if (!row.isColumnNull(2)) interaction.rating = row.getColumn(2).getDouble();
    if (!row.isColumnNull(3)) interaction.order = row.getColumn(3).getInt();
    if (!row.isColumnNull(4)) interaction.kind = row.getColumn(4).getInt();
    return interaction;
}

std::string orderBy(Direction direction, std::initializer_list<const char*> columns) {
    std::string text = " ORDER BY ";
    for (const char* column : columns) {
        if (column != *columns.begin()) text += ", ";
        text += column;
        if (direction == Direction::Descending) text += " DESC";
    }
    return text;
}

std::string orderBy(UserOrder order, Direction direction) {
    switch (order) {
        case UserOrder::Length:
            return orderBy(direction, {"length", "user"});
        case UserOrder::Id:
            return orderBy(direction, {"CAST(id AS INTEGER)", "id"});
        case UserOrder::FirstTime:
            return orderBy(direction, {"first_time", "user"});
        case UserOrder::LastTime:
            return orderBy(direction, {"last_time", "user"});
        case UserOrder::Index:
            break;
    }
    return orderBy(direction, {"user"});
}

std::string orderBy(ItemOrder order, Direction direction) {
    switch (order) {
        case ItemOrder::Popularity:
            return orderBy(direction, {"interactions", "token"});
        case ItemOrder::Title:
            return orderBy(direction, {"folded", "token"});
        case ItemOrder::Token:
            break;
    }
    return orderBy(direction, {"token"});
}

/// A condition and its bound values. All condition strings are constants of this file, so concatenating them into SQL
/// is safe.
struct Condition {
    std::string sql = "dataset = ?1";
    std::vector<std::pair<int, std::variant<std::int64_t, std::string>>> values;

    template <class Value>
    void require(const char* test, int index, Value value) {
        sql += " AND ";
        sql += test;
        values.emplace_back(index, std::move(value));
    }
    void bind(SQLite::Statement& statement) const {
        for (const auto& [index, value] : values)
            std::visit([&, at = index](const auto& plain) { statement.bind(at, plain); }, value);
    }
};

Condition conditionOf(const UserFilter& filter) {
    Condition condition;
    if (!filter.search.empty()) condition.require("instr(lower(id), lower(?5)) > 0", 5, filter.search);
    if (filter.minLength) condition.require("length >= ?6", 6, *filter.minLength);
    if (filter.maxLength) condition.require("length <= ?7", 7, *filter.maxLength);
    if (filter.fromTime) condition.require("last_time >= ?8", 8, *filter.fromTime);
    if (filter.toTime) condition.require("first_time <= ?9", 9, *filter.toTime);
    if (filter.kind)
        condition.require("user IN (SELECT user FROM interaction WHERE dataset = ?1 AND kind = ?10)", 10, *filter.kind);
    return condition;
}

Condition conditionOf(const ItemFilter& filter) {
    Condition condition;
    if (!filter.search.empty()) condition.require("instr(folded, ?5) > 0", 5, folded(filter.search));
    if (!filter.genre.empty()) condition.require("instr('|' || genres || '|', ?6) > 0", 6, "|" + filter.genre + "|");
    if (filter.kind)
        condition.require("token IN (SELECT token FROM interaction WHERE dataset = ?1 AND kind = ?10)", 10,
                          *filter.kind);
    return condition;
}

/// The table-specific parts of a page query.
struct PageQuery {
    const char* table;    // "item"
    const char* key;      // "token"
    const char* columns;  // "SELECT token, …"
    const char* totalOf;  // the column of `dataset` that counts the rows
};

constexpr PageQuery kUserPages = {"user", "user", kUserColumns, "users"};
constexpr PageQuery kItemPages = {"item", "token", kItemColumns, "items"};

template <class Row, class Filter, class Order, class RowOf>
Page<Row> readPage(SQLite::Database& database, const PageQuery& query, DatasetId id, const Filter& filter, Order order,
                   Direction direction, std::int64_t offset, std::int64_t limit, RowOf rowOf) {
    const Condition condition = conditionOf(filter);
    Page<Row> page;
    SQLite::Statement count(database,
                            filter.all() ? fmt::format("SELECT {} FROM dataset WHERE id = ?1", query.totalOf)
                                         : fmt::format("SELECT count(*) FROM {} WHERE {}", query.table, condition.sql));
    count.bind(1, id);
    condition.bind(count);
    if (count.executeStep()) page.total = count.getColumn(0).getInt64();

    // A page in the second half of the table is read backwards from the end, because SQLite visits every row that it
    // skips.
    const bool isFromEnd = 2 * offset > page.total;
    if (isFromEnd) {
        limit = std::clamp<std::int64_t>(page.total - offset, 0, limit);
        offset = std::max<std::int64_t>(page.total - offset - limit, 0);
        direction = direction == Direction::Ascending ? Direction::Descending : Direction::Ascending;
    }
    // The inner query reads only keys, from an index if one fits, so that skipped rows are not read from the table.
    // CROSS JOIN makes SQLite run the inner query first.
    SQLite::Statement select(
        database, fmt::format("{0} FROM (SELECT {1} AS key FROM {2} WHERE {3} {4} LIMIT ?3 OFFSET ?4) "
                              "CROSS JOIN {2} ON dataset = ?1 AND {1} = key {4}",
                              query.columns, query.key, query.table, condition.sql, orderBy(order, direction)));
    select.bind(1, id);
    condition.bind(select);
    select.bind(3, limit);
    select.bind(4, offset);
    while (select.executeStep()) page.rows.push_back(rowOf(select));
    if (isFromEnd) std::reverse(page.rows.begin(), page.rows.end());
    return page;
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

Histories DatasetStore::histories(DatasetId id) const {
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
        SQLite::Statement tokens(
            database, fmt::format("SELECT token{} FROM interaction WHERE dataset = ? ORDER BY user, position",
                                  info.hasOrders ? ", basket" : ""));
        tokens.bind(1, id);
        while (tokens.executeStep()) {
            histories.items.push_back(tokens.getColumn(0).getInt());
            if (info.hasOrders) histories.orders.push_back(tokens.getColumn(1).getInt());
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

Page<UserInfo> DatasetStore::users(DatasetId id, const UserFilter& filter, UserOrder order, Direction direction,
                                   std::int64_t offset, std::int64_t limit) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        return readPage<UserInfo>(database, kUserPages, id, filter, order, direction, offset, limit, userAt);
    });
}

Page<ItemInfo> DatasetStore::searchItems(DatasetId id, const ItemFilter& filter, ItemOrder order, Direction direction,
                                         std::int64_t offset, std::int64_t limit) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        return readPage<ItemInfo>(database, kItemPages, id, filter, order, direction, offset, limit, itemAt);
    });
}

std::vector<std::string> DatasetStore::genres(DatasetId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::set<std::string> genres;
        SQLite::Statement select(database, "SELECT DISTINCT genres FROM item WHERE dataset = ? AND genres <> ''");
        select.bind(1, id);
        while (select.executeStep()) {
            const std::string all = textAt(select, 0);
            for (std::size_t begin = 0; begin <= all.size();) {
                const std::size_t end = std::min(all.find('|', begin), all.size());
                if (end > begin) genres.insert(all.substr(begin, end - begin));
                begin = end + 1;
            }
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
