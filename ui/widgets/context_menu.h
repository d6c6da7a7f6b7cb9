// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace recscope::ui {

/// A menu of the widget to be filled and shown by `popup()`. It goes when it closes or with the widget, and runs no
/// event loop of its own: while it is open, what comes to an end elsewhere may take the widget away.
QMenu& contextMenu(QWidget& owner);

}  // namespace recscope::ui
