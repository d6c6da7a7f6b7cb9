// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace recscope::ui {

/// A menu of the widget, to be filled and shown with `popup()`. It is deleted when it closes or with the widget, and
/// runs no event loop of its own, because the widget may be deleted while the menu is open.
QMenu& contextMenu(QWidget& owner);

}  // namespace recscope::ui
