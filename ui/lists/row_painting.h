// SPDX-License-Identifier: GPL-3.0-or-later
// What the delegates of rows have in common.
#pragma once

#include <QColor>
#include <QStyleOptionViewItem>

class QModelIndex;
class QPainter;

namespace recscope::ui {

/// Everything of the cell but its text, so that selection, hover and marks look as in the columns beside it.
void paintCell(QPainter* painter, QStyleOptionViewItem option, const QModelIndex& index);
QColor cellTextColour(const QModelIndex& index);

}  // namespace recscope::ui
