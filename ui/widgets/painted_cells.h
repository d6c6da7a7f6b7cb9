// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QRect>
#include <QString>
#include <optional>

class QWidget;

namespace recscope::ui {

/// A cell of a table that a widget paints.
struct PaintedCell {
    int row = 0, column = 0;
    bool operator==(const PaintedCell&) const = default;
};

/// The interface of a widget that paints a table itself, for screen readers: the text and the position of each cell.
class PaintedCells {
public:
    virtual ~PaintedCells() = default;
    virtual int cellRows() const = 0;
    virtual int cellColumns() const = 0;
    /// "[MASK] looks at Toy Story (1995): 0.143".
    virtual QString cellText(PaintedCell cell) const = 0;
    /// In widget coordinates.
    virtual QRect cellArea(PaintedCell cell) const = 0;
    /// The cell moved by the arrow keys.
    virtual std::optional<PaintedCell> currentCell() const = 0;
};

/// Sets the role reported to screen readers; with Role::Table the widget must implement PaintedCells, too. Without a
/// role, a widget that paints its content is invisible to them.
void setAccessibleRole(QWidget* widget, QAccessible::Role role);
/// To be called when a table's current cell has moved or its text has changed: a screen reader then reads it out.
void reportCurrentCell(QWidget* widget);

}  // namespace recscope::ui
