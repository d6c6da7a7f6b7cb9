// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QRect>
#include <QString>
#include <optional>

class QWidget;

namespace recscope::ui {

/// The position of a cell in a table that a widget paints itself.
struct PaintedCell {
    int row = 0, column = 0;
    bool operator==(const PaintedCell&) const = default;
};

/// Implemented by a widget that paints a table itself, so that screen readers get the text and the position of each
/// cell.
class PaintedCells {
public:
    virtual ~PaintedCells() = default;
    virtual int cellRows() const = 0;
    virtual int cellColumns() const = 0;
    /// The text of a cell for screen readers, e.g. "[MASK] looks at Toy Story (1995): 0.143".
    virtual QString cellText(PaintedCell cell) const = 0;
    /// The rectangle of a cell in widget coordinates.
    virtual QRect cellArea(PaintedCell cell) const = 0;
    /// The cell selected with the arrow keys, if any.
    virtual std::optional<PaintedCell> currentCell() const = 0;
};

/// Sets the role reported to screen readers. Without a role, a widget that paints its content is invisible to them.
/// With Role::Table, the widget must also implement PaintedCells.
void setAccessibleRole(QWidget* widget, QAccessible::Role role);
/// Makes a screen reader read out the current cell. To be called when another cell has become current or its text has
/// changed.
void reportCurrentCell(QWidget* widget);

}  // namespace recscope::ui
