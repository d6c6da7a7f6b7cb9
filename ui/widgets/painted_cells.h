// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QRect>
#include <QString>
#include <optional>

class QWidget;

namespace recscope::ui {

/// A cell of what a widget paints.
struct PaintedCell {
    int row = 0, column = 0;
    bool operator==(const PaintedCell&) const = default;
};

/// What a widget that paints a table itself tells a screen reader: each cell in words, and where it is.
class PaintedCells {
public:
    virtual ~PaintedCells() = default;
    virtual int cellRows() const = 0;
    virtual int cellColumns() const = 0;
    /// "[MASK] looks at Toy Story (1995): 0.143".
    virtual QString cellText(PaintedCell cell) const = 0;
    /// In the widget.
    virtual QRect cellArea(PaintedCell cell) const = 0;
    /// The one that keys move.
    virtual std::optional<PaintedCell> currentCell() const = 0;
};

/// From now on the widget is told of as this; with Role::Table it must be PaintedCells, too. Without it a widget that
/// paints its content is nothing to a screen reader.
void setAccessibleRole(QWidget* widget, QAccessible::Role role);
/// Keys or a click moved a table's current cell, or its words changed: read it out.
void reportCurrentCell(QWidget* widget);

}  // namespace recscope::ui
