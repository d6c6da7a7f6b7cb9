// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/joined_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/data/column_names.h"
#include "core/data/database_tables.h"
#include "core/data/entity_names.h"
#include "core/data/table_text.h"
#include "core/data/user_rows.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::unique_ptr<UserRows> openTable(const SourcePart& part) {
    auto rows = openUserRows(part, readSample(part), [](std::string_view) { return false; });
    if (!rows->columns.empty()) return rows;
    throw Error(ErrorKind::Input, translated("The columns of {} have no names.", part.displayPath()),
                translated("Two tables can be read together if both have a named column of order numbers."));
}

bool areUnique(const std::vector<std::vector<std::string>>& rows, std::size_t column) {
    std::unordered_set<std::string_view> values;
    return std::all_of(rows.begin(), rows.end(),
                       [&](const auto& row) { return row[column].empty() || values.insert(row[column]).second; });
}

class JoinedRows : public TableText {
public:
    explicit JoinedRows(const JoinedParts& parts) : m_lines(openTable(parts.lines)) {
        const auto orders = openTable(parts.orders);
        m_names = orders->columns;
        while (orders->next()) {
            std::vector<std::string>& row = m_orders.emplace_back(m_names.size());
            const auto fields = orders->fields();
            for (std::size_t i = 0; i < std::min(fields.size(), row.size()); ++i) row[i] = trimmed(fields[i]);
        }
        findKey(parts);
        m_noOrder.resize(m_names.size());
        for (std::size_t i = 0; i < m_orders.size(); ++i)
            if (!m_orders[i][m_key].empty()) m_indices.emplace(m_orders[i][m_key], i);
        const std::string table = parts.orders.name();
        for (std::string& name : m_names) {
            const bool isTaken =
                std::find(m_lines->columns.begin(), m_lines->columns.end(), name) != m_lines->columns.end();
            if (isTaken) name = fmt::format("{}.{}", table.substr(0, table.rfind('.')), name);
        }
    }

    std::int64_t consumed() const override { return m_lines->source().consumed(); }
    std::int64_t size() const override { return m_lines->source().size(); }

private:
    bool nextRow(std::vector<std::string>& cells) override {
        if (!std::exchange(m_hasGivenNames, true)) {
            cells = m_lines->columns;
            addOrder(m_names, cells);
            return true;
        }
        if (!m_lines->next()) return false;
        const auto fields = m_lines->fields();
        cells.assign(fields.begin(), fields.end());
        cells.resize(m_lines->columns.size());
        const auto order = m_indices.find(trimmed(cells[m_lineKey]));
        addOrder(order == m_indices.end() ? m_noOrder : m_orders[order->second], cells);
        return true;
    }

    void addOrder(const std::vector<std::string>& order, std::vector<std::string>& cells) const {
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i != m_key) cells.push_back(order[i]);
        }
    }

    /// Finds the column that joins the tables, preferably one that is named as order numbers.
    void findKey(const JoinedParts& parts) {
        bool isFound = false, isOrder = false;
        for (std::size_t line = 0; line < m_lines->columns.size(); ++line) {
            for (std::size_t column = 0; column < m_names.size(); ++column) {
                const std::string& inLines = m_lines->columns[line];
                const bool isBare = isBareId(m_names[column]) && namesOrder(inLines) &&
                                    isNamedAfter(parts.orders.name(), inLines);  // "id" in "orders"
                const bool isNamed = namesOrder(m_names[column]) || isBare;
                if (!(isBare || nameTheSame(inLines, m_names[column])) || (isFound && (isOrder || !isNamed)) ||
                    !areUnique(m_orders, column))
                    continue;
                m_lineKey = line;
                m_key = column;
                isFound = true;
                isOrder = isNamed;
            }
        }
        if (isFound) return;
        throw Error(ErrorKind::Input,
                    translated("{} and {} have no column of the same name that identifies the rows of {}.",
                               parts.lines.name(), parts.orders.name(), parts.orders.name()),
                    translated("The second table needs one row for each order, and its column of order numbers must "
                               "have the same name as in the first table."));
    }

    std::unique_ptr<UserRows> m_lines;
    std::vector<std::string> m_names;                             // names of the columns of the orders
    std::vector<std::vector<std::string>> m_orders;               // rows of m_names.size() cells
    std::vector<std::string> m_noOrder;                           // the cells of a line without an order
    std::unordered_map<std::string_view, std::size_t> m_indices;  // for the key of each order, its index in m_orders
    std::size_t m_lineKey = 0, m_key = 0;                         // the columns with the orders in both tables
    bool m_hasGivenNames = false;
};

}  // namespace

JoinedParts joinedPartsOf(const SourcePart& part) {
    const std::size_t join = part.member.rfind(kJoin);
    const std::string first = part.member.substr(0, join), second = part.member.substr(join + kJoin.size());
    if (first.empty()) return {{part.path, {}}, {part.path.parent_path() / second, {}}};
    return {{part.path, first}, {part.path, first.substr(0, first.rfind('/') + 1) + second}};
}

SourcePart joinedWith(const SourcePart& lines, const SourcePart& orders) {
    const std::string second =
        orders.member.empty() ? orders.path.filename().string() : orders.member.substr(orders.member.rfind('/') + 1);
    return {.path = lines.path, .member = fmt::format("{}{}{}", lines.member, kJoin, second), .isJoined = true};
}

std::unique_ptr<ByteSource> openJoinedRows(const SourcePart& part) {
    return std::make_unique<JoinedRows>(joinedPartsOf(part));
}

}  // namespace recscope
