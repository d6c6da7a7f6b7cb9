// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/order_tables.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/data/column_names.h"
#include "core/data/database_tables.h"
#include "core/data/id_table.h"
#include "core/data/joined_rows.h"
#include "core/data/missing_value.h"
#include "core/data/tables_beside.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::int64_t kMaxBytes = std::int64_t{32} << 20;  // larger tables would delay the preview
constexpr int kMaxTables = 10;

/// The column of order ids in interactions without a column of persons.
std::optional<std::size_t> orderColumn(const ImportSource& source) {
    const TableLayout& layout = source.recognition.layout;
    const auto isOrder = [&](std::size_t column) {
        return column < layout.columns.size() && namesOrder(layout.columns[column]);
    };
    if (!source.lacksUser && !layout.isOnePerson)
        return isOrder(layout.user) ? std::optional(layout.user) : std::nullopt;
    for (std::size_t column = 0; column < layout.columns.size(); ++column) {
        if (isOrder(column)) return column;
    }
    return std::nullopt;
}

std::vector<std::string> ordersOf(const ImportSource& source, std::size_t column) {
    const auto parser = source.format->makeParser(source.recognition.layout);
    IdTable orders;
    bool headerIsNext = source.recognition.layout.hasHeader;
    for (const std::string& line : source.sample.lines) {
        if (trimmed(line).empty() || std::exchange(headerIsNext, false)) continue;
        for (const auto& row : parser->cells(line)) {
            if (column < row.size() && !isMissing(row[column])) orders.indexOf(trimmed(row[column]));
        }
    }
    return orders.takeIds();
}

bool namesPersons(const std::vector<std::string>& columns) {
    return std::any_of(columns.begin(), columns.end(),
                       [](const std::string& name) { return meaningOf(name).user >= kSureName && !namesOrder(name); });
}

}  // namespace

std::string OrderTable::sentence() const {
    return translated("{} gives the users of {} of {} orders in the first rows", part.name(), grouped(matched),
                      grouped(of));
}

std::optional<OrderTable> findOrderTable(const ImportSource& source) {
    constexpr double kNearlyAll = 0.9, kSome = 0.02;
    const auto column = orderColumn(source);
    if (!column || source.part.isJoined || isSqlQuery(source.part.member)) return std::nullopt;
    const std::string name(trimmed(source.recognition.layout.columns[*column]));
    const std::vector<std::string> ids = ordersOf(source, *column);
    if (ids.size() < 2) return std::nullopt;
    const Described orders{.subject = Subject::Users, .ids = ids, .column = name};
    const KnownIds known(orders);
    std::optional<OrderTable> best;
    int tables = 0;
    for (const TableBeside& table : tablesBeside(source.part, {}, name, Subject::Users)) {
        if (++tables > kMaxTables) break;
        const bool isElsewhere = table.part.path != source.part.path;
        // No single path can name both tables.
        if (isElsewhere && !(table.part.member.empty() && source.part.member.empty())) continue;
        if (isLargerThan(table.part, kMaxBytes)) continue;
        try {
            const auto isId = [&](std::string_view id) { return known.indexOf(id) >= 0; };
            const auto rows = openUserRows(table.part, readSample(table.part), isId, name);
            if (!namesPersons(rows->columns)) continue;
            const KeyColumn key = findKeyColumn(*rows, known, orders);
            const auto matched = static_cast<double>(key.matched), all = static_cast<double>(ids.size());
            // The table "orders" may call the number of the order just "id".
            const bool isTheirs =
                nameTheSame(key.name, name) || (isBareId(key.name) && isNamedAfter(table.part.name(), name));
            if (!isTheirs || !key.isUnique || matched < kSome * all) continue;
            if (best && best->matched >= key.matched) continue;
            best = {table.part, key.matched, static_cast<std::int64_t>(ids.size()), matched >= kNearlyAll * all};
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Input) throw;  // a table that cannot be read is not that of the orders
        }
    }
    return best;
}

}  // namespace recscope
