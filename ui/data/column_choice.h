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

/// The role of a column; none = the column is not used.
using OptionalRole = std::optional<ColumnRole>;

QString columnRoleName(const OptionalRole& role);

/// The columns of each role. Columns are numbered from 0.
class ChosenColumns {
public:
    int of(ColumnRole role) const;  ///< the first column with this role; -1 = none
    const std::vector<int>& all(ColumnRole role) const { return m_columns.at(static_cast<std::size_t>(role)); }
    OptionalRole roleOf(int column) const;
    /// Assigns the role to the column, which loses its previous role. The role loses its previous columns, except for
    /// Attribute, to which the column is added. `column` -1 removes the role from all columns.
    void assign(const OptionalRole& role, int column);
    /// True if all rows belong to one user, so that no column has the role User; see kOnePerson.
    bool isOnePerson() const { return m_isOnePerson; }
    void setOnePerson();  ///< removes the role User from its column
    bool hasUsers() const { return m_isOnePerson || of(ColumnRole::User) >= 0; }
    /// `lineColumn`: the column of line numbers, to which kEachRow refers; -1 = none.
    static ChosenColumns fromMapping(const ColumnMapping& mapping, int lineColumn = -1);
    ColumnMapping toMapping() const;  ///< with 1-based column numbers
    bool operator==(const ChosenColumns&) const = default;

private:
    // The columns of each role, indexed by ColumnRole; only Time and Attribute may have several columns.
    std::array<std::vector<int>, kColumnRoles> m_columns;
    bool m_isOnePerson = false;
};

/// Shows a menu of roles for a column at `where` (global coordinates), and calls `chosen` with the chosen role.
void askColumnRole(QWidget* parent, const QPoint& where, const OptionalRole& current,
                   const std::function<void(const OptionalRole&)>& chosen);

}  // namespace recscope::ui
