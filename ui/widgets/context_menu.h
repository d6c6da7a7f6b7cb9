// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace recscope::ui {

/// A new menu for the widget, which the caller fills and shows with `popup()`. The menu is deleted when it closes or
/// when the widget is deleted. It does not run a nested event loop, because the widget may be deleted while the menu is
/// open.
QMenu& contextMenu(QWidget& owner);

}  // namespace recscope::ui
