// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QWidget;

namespace recscope::ui {

/// Marks a widget that the notices (pop-up messages at the window's lower edge) must not cover, such as a question that
/// awaits an answer.
void forbidNoticesOver(QWidget* widget);
QList<QWidget*> widgetsNotToCover();  ///< the marked widgets that still exist

}  // namespace recscope::ui
