// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/context_menu.h"

#include <QMenu>

namespace recscope::ui {

QMenu& contextMenu(QWidget& owner) {
    auto* menu = new QMenu(&owner);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return *menu;
}

}  // namespace recscope::ui
