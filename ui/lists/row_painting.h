// SPDX-License-Identifier: GPL-3.0-or-later
// Painting code shared by the row delegates.
#pragma once

#include <QColor>
#include <QStyleOptionViewItem>

class QModelIndex;
class QPainter;

namespace recscope::ui {

/// Paints the cell except its text, so that selection, hover and marks look the same in all columns.
void paintCell(QPainter* painter, QStyleOptionViewItem option, const QModelIndex& index);
/// The colour of `Qt::ForegroundRole`, or else the theme's text colour.
QColor cellTextColour(const QModelIndex& index);

}  // namespace recscope::ui
