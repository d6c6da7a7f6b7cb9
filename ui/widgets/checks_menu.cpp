// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/checks_menu.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace recscope::ui {

namespace {

bool canToggle(const QAction* action) {
    return action && action->isCheckable() && action->isEnabled();
}

}  // namespace

void ChecksMenu::mouseReleaseEvent(QMouseEvent* event) {
    QAction* action = actionAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && action && action->isCheckable()) {
        if (canToggle(action)) action->trigger();
    } else {
        QMenu::mouseReleaseEvent(event);
    }
}

void ChecksMenu::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && canToggle(activeAction()))
        activeAction()->trigger();
    else
        QMenu::keyPressEvent(event);
}

}  // namespace recscope::ui
