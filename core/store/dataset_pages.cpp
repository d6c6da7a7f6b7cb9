// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of the tables of users and items, filtered and sorted.
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>

#include "core/store/attribute_pages.h"
#include "core/store/dataset_rows.h"
#include "core/store/dataset_store.h"
#include "core/store/user_attribute_store.h"
#include "core/util/text.h"

namespace recscope {

namespace {

std::string orderBy(Direction direction, std::initializer_list<const char*> columns) {
    std::string text = " ORDER BY ";
    for (const char* column : columns) {
        if (column != *columns.begin()) text += ", ";
        text += column;
        if (direction == Direction::Descending) text += " DESC";
    }
    return text;
}

Direction opposite(Direction direction) {
    return direction == Direction::Ascending ? Direction::Descending : Direction::Ascending;
}

/// Returns the ORDER BY clause of a query; with `isReversed`, the clause for the opposite order.
using OrderText = std::function<std::string(bool isReversed)>;

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

    /// Adds a test with one parameter, ?`index`.
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
    const char* index;    // SQL for the row's index into the values of an attribute: "token - 1"
};

constexpr PageQuery kUserPages = {"user", "user", kUserColumns, "users", "user"};
constexpr PageQuery kItemPages = {"item", "token", kItemColumns, "items", "token - 1"};

/// Makes the attributes of the users or items of a dataset available to SQL while this object exists:
/// attribute_passes(i) is true if the user or item i passes the tests, attribute_rank(i) is the position of its value
/// in the order of the chosen attribute (NULL = no value). No statement may outlive this object.
class AttributeFunctions {
public:
    AttributeFunctions(SQLite::Database& database, std::vector<bool> passes, std::vector<std::int64_t> ranks)
        : m_database(database), m_passes(std::move(passes)), m_ranks(std::move(ranks)) {
        set("attribute_passes", [](sqlite3_context* context, int, sqlite3_value** values) {
            const auto& all = self(context).m_passes;
            const auto i = static_cast<std::size_t>(sqlite3_value_int64(values[0]));
            sqlite3_result_int(context, i < all.size() && all[i]);
        });
        set("attribute_rank", [](sqlite3_context* context, int, sqlite3_value** values) {
            const auto& all = self(context).m_ranks;
            const auto i = static_cast<std::size_t>(sqlite3_value_int64(values[0]));
            if (i < all.size() && all[i] >= 0)
                sqlite3_result_int64(context, all[i]);
            else
                sqlite3_result_null(context);
        });
    }
    AttributeFunctions(const AttributeFunctions&) = delete;
    AttributeFunctions& operator=(const AttributeFunctions&) = delete;
    ~AttributeFunctions() {
        for (const char* name : {"attribute_passes", "attribute_rank"}) set(name, nullptr);
    }

private:
    using Function = void (*)(sqlite3_context*, int, sqlite3_value**);
    void set(const char* name, Function function) {
        sqlite3_create_function(m_database.getHandle(), name, 1, SQLITE_UTF8, this, function, nullptr, nullptr);
    }
    static const AttributeFunctions& self(sqlite3_context* context) {
        return *static_cast<const AttributeFunctions*>(sqlite3_user_data(context));
    }

    SQLite::Database& m_database;
    std::vector<bool> m_passes;
    std::vector<std::int64_t> m_ranks;
};

/// The 0-based rank of each user's or item's value of an attribute in ascending order, equal for equal values; -1 = no
/// value. Empty if there is no such attribute.
std::vector<std::int64_t> ranksOf(const std::vector<UserAttribute>& attributes, const std::string& name) {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [&](const UserAttribute& attribute) { return attribute.name == name; });
    if (found == attributes.end()) return {};
    std::vector<std::int64_t> ranks;
    if (found->kind == AttributeKind::Category) {
        std::vector<std::size_t> sorted(found->labels.size());
        std::iota(sorted.begin(), sorted.end(), std::size_t{0});
        std::sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(folded(found->labels[a]), a) < std::pair(folded(found->labels[b]), b);
        });
        std::vector<std::int64_t> ofLabel(sorted.size());
        for (std::size_t i = 0; i < sorted.size(); ++i) ofLabel[sorted[i]] = static_cast<std::int64_t>(i);
        for (const std::int32_t category : found->categories)
            ranks.push_back(category < 0 ? -1 : ofLabel[static_cast<std::size_t>(category)]);
        return ranks;
    }
    std::vector<double> sorted;
    for (const double number : found->numbers)
        if (!std::isnan(number)) sorted.push_back(number);
    std::sort(sorted.begin(), sorted.end());
    for (const double number : found->numbers)
        ranks.push_back(std::isnan(number) ? -1
                                           : std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin());
    return ranks;
}

/// Which page to read.
struct PageRange {
    std::int64_t offset = 0, limit = 0;
};

template <class Row, class Filter, class RowOf>
Page<Row> readPage(SQLite::Database& database, const PageQuery& query, DatasetId id, const Filter& filter,
                   const OrderText& order, PageRange range, RowOf rowOf) {
    Condition condition = conditionOf(filter);
    if (!filter.attributes.empty()) condition.sql += fmt::format(" AND attribute_passes({})", query.index);
    Page<Row> page;
    SQLite::Statement count(
        database, filter.matchesAll() ? fmt::format("SELECT {} FROM dataset WHERE id = ?1", query.totalOf)
                                      : fmt::format("SELECT count(*) FROM {} WHERE {}", query.table, condition.sql));
    count.bind(1, id);
    condition.bind(count);
    if (count.executeStep()) page.total = count.getColumn(0).getInt64();

    // A page in the second half of the table is read backwards from the end, because SQLite visits every row that it
    // skips.
    const bool isFromEnd = 2 * range.offset > page.total;
    if (isFromEnd) {
        range.limit = std::clamp<std::int64_t>(page.total - range.offset, 0, range.limit);
        range.offset = std::max<std::int64_t>(page.total - range.offset - range.limit, 0);
    }
    // The inner query reads only keys, from an index if one fits, so that skipped rows are not read from the table.
    // CROSS JOIN makes SQLite run the inner query first.
    SQLite::Statement select(database,
                             fmt::format("{0} FROM (SELECT {1} AS key FROM {2} WHERE {3} {4} LIMIT ?3 OFFSET ?4) "
                                         "CROSS JOIN {2} ON dataset = ?1 AND {1} = key {4}",
                                         query.columns, query.key, query.table, condition.sql, order(isFromEnd)));
    select.bind(1, id);
    condition.bind(select);
    select.bind(3, range.limit);
    select.bind(4, range.offset);
    while (select.executeStep()) page.rows.push_back(rowOf(select));
    if (isFromEnd) std::reverse(page.rows.begin(), page.rows.end());
    return page;
}

/// Reads a page of the rows that pass the filter. `attribute` is the attribute that `order` sorts by; empty if `order`
/// sorts by a column of the table.
template <class Row, class Store, class Filter, class RowOf>
Page<Row> readPageWith(Workspace& workspace, const PageQuery& query, DatasetId id, const Filter& filter,
                       const std::string& attribute, OrderText order, PageRange range, RowOf rowOf) {
    return reading(workspace, [&](SQLite::Database& database) {
        std::optional<AttributeFunctions> functions;
        if (!filter.attributes.empty() || !attribute.empty()) {
            const DatasetInfo info = DatasetStore(workspace).byId(id);
            const std::vector<UserAttribute> attributes = Store(workspace).list(id);
            const auto rows = static_cast<std::size_t>(std::max(info.users, info.items));
            functions.emplace(database, passing(attributes, filter.attributes, rows), ranksOf(attributes, attribute));
        }
        return readPage<Row>(database, query, id, filter, order, range, rowOf);
    });
}

template <class Order>
OrderText plainOrder(Order order, Direction direction) {
    return [=](bool isReversed) { return orderBy(order, isReversed ? opposite(direction) : direction); };
}

OrderText attributeOrder(const PageQuery& query, Direction direction) {
    return [=](bool isReversed) {
        const bool isDescending = (direction == Direction::Descending) != isReversed;
        return fmt::format(" ORDER BY attribute_rank({0}) IS NULL{1}, attribute_rank({0}){2}, {3}{2}", query.index,
                           isReversed ? " DESC" : "", isDescending ? " DESC" : "", query.key);
    };
}

}  // namespace

Page<UserInfo> DatasetStore::users(DatasetId id, const UserFilter& filter, UserOrder order, Direction direction,
                                   std::int64_t offset, std::int64_t limit) const {
    return readPageWith<UserInfo, UserAttributeStore>(m_workspace, kUserPages, id, filter, {},
                                                      plainOrder(order, direction), {offset, limit}, userAt);
}

Page<ItemInfo> DatasetStore::searchItems(DatasetId id, const ItemFilter& filter, ItemOrder order, Direction direction,
                                         std::int64_t offset, std::int64_t limit) const {
    return readPageWith<ItemInfo, ItemAttributeStore>(m_workspace, kItemPages, id, filter, {},
                                                      plainOrder(order, direction), {offset, limit}, itemAt);
}

Page<UserInfo> usersByAttribute(Workspace& workspace, DatasetId id, const UserFilter& filter,
                                const std::string& attribute, Direction direction, std::int64_t offset,
                                std::int64_t limit) {
    return readPageWith<UserInfo, UserAttributeStore>(workspace, kUserPages, id, filter, attribute,
                                                      attributeOrder(kUserPages, direction), {offset, limit}, userAt);
}

Page<ItemInfo> itemsByAttribute(Workspace& workspace, DatasetId id, const ItemFilter& filter,
                                const std::string& attribute, Direction direction, std::int64_t offset,
                                std::int64_t limit) {
    return readPageWith<ItemInfo, ItemAttributeStore>(workspace, kItemPages, id, filter, attribute,
                                                      attributeOrder(kItemPages, direction), {offset, limit}, itemAt);
}

}  // namespace recscope
