// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QToolButton;

namespace recscope::ui {

class TableView;

/// A button "Copy or export" with the menu of the table's context menu (`TableView::addTextActions`). The table must
/// outlive it. `name`: the object name.
QToolButton* exportButton(TableView& table, const QString& name);

}  // namespace recscope::ui
