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

/// What a column is used as; empty: not used.
using OptionalRole = std::optional<ColumnRole>;

QString columnRoleName(const OptionalRole& role);

/// Which column (0-based, -1 = none) plays each role.
struct ChosenColumns {
    int user = -1, item = -1, time = -1, rating = -1;
    std::vector<int> moreTime;  ///< a time in several columns: those after the first one

    int of(ColumnRole role) const;
    OptionalRole roleOf(int column) const;
    /// Gives the column to the role; a column has one role, a role one column. `column` -1 takes the role away.
    void assign(const OptionalRole& role, int column);
    static ChosenColumns fromMapping(const ColumnMapping& mapping);
    ColumnMapping toMapping() const;  ///< 1-based numbers
    bool operator==(const ChosenColumns&) const = default;
};

/// Asks with a menu at `where` (global) what a column is used as, and tells the answer.
void askColumnRole(QWidget* parent, const QPoint& where, const OptionalRole& current,
                   const std::function<void(const OptionalRole&)>& chosen);

}  // namespace recscope::ui
