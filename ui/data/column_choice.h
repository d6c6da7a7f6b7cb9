// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
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

/// Which column (0-based, -1 = none) has each role.
struct ChosenColumns {
    int user = -1, item = -1, time = -1, rating = -1;
    std::vector<int> moreTime;  ///< the columns after the first if the time spans several columns

    int of(ColumnRole role) const;
    OptionalRole roleOf(int column) const;
    /// Assigns the role to the column. A column has at most one role, and a role has at most one column. `column` -1
    /// clears the role.
    void assign(const OptionalRole& role, int column);
    static ChosenColumns fromMapping(const ColumnMapping& mapping);
    ColumnMapping toMapping() const;  ///< with 1-based column numbers
    bool operator==(const ChosenColumns&) const = default;
};

/// Asks with a menu at `where` (global coordinates) for the role of a column; calls `chosen` with the answer.
void askColumnRole(QWidget* parent, const QPoint& where, const OptionalRole& current,
                   const std::function<void(const OptionalRole&)>& chosen);

}  // namespace recscope::ui
