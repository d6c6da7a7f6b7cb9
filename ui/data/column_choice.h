// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "core/data/importer.h"

class QPoint;
class QWidget;

namespace recscope::ui {

/// The role of a column; empty: not used.
using OptionalRole = std::optional<ColumnRole>;

QString columnRoleName(const OptionalRole& role);

/// Which columns (from 0) have each role.
class ChosenColumns {
public:
    int of(ColumnRole role) const;  ///< the first of them; -1 = none
    const std::vector<int>& all(ColumnRole role) const { return m_columns.at(static_cast<std::size_t>(role)); }
    OptionalRole roleOf(int column) const;
    /// Assigns the role to the column. A column has at most one role, and a role has at most one column, except for
    /// Attribute, to which the column is added. `column` -1 clears the role.
    void assign(const OptionalRole& role, int column);
    bool isOnePerson() const { return m_isOnePerson; }  ///< instead of a column of users: see kOnePerson
    void setOnePerson();                                ///< clears the column of users
    bool hasUsers() const { return m_isOnePerson || of(ColumnRole::User) >= 0; }
    /// `lineColumn`: the number of the column that kEachRow means.
    static ChosenColumns fromMapping(const ColumnMapping& mapping, int lineColumn = -1);
    ColumnMapping toMapping() const;  ///< with 1-based column numbers
    bool operator==(const ChosenColumns&) const = default;

private:
    std::array<std::vector<int>, kColumnRoles> m_columns;  // by role, in the order of the text
    bool m_isOnePerson = false;
};

/// Asks with a menu at `where` (global coordinates) for the role of a column; calls `chosen` with the answer.
void askColumnRole(QWidget* parent, const QPoint& where, const OptionalRole& current,
                   const std::function<void(const OptionalRole&)>& chosen);

}  // namespace recscope::ui
