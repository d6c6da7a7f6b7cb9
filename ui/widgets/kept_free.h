// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QWidget;

namespace recscope::ui {

/// Marks a widget that notices at the window's lower edge must not cover, such as a question that awaits an answer.
void keepFreeOfNotices(QWidget* widget);
QList<QWidget*> keptFreeOfNotices();  ///< the marked widgets that still exist

}  // namespace recscope::ui
