// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QWidget;

namespace recscope::ui {

/// What the notices over the window's lower edge may not cover, such as a question that waits for an answer.
void keepFreeOfNotices(QWidget* widget);
QList<QWidget*> keptFreeOfNotices();  ///< those that exist still

}  // namespace recscope::ui
