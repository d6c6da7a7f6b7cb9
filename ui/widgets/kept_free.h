// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QWidget;

namespace recscope::ui {

/// Marks a widget that the notices at the window's lower edge may not cover, such as a question to the person.
void keepFreeOfNotices(QWidget* widget);
QList<QWidget*> keptFreeOfNotices();  ///< those that still exist

}  // namespace recscope::ui
