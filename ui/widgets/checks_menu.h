// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace recscope::ui {

/// A menu of entries to check and uncheck. It stays open after a click or the space key, so that several entries can be
/// changed.
class ChecksMenu : public QMenu {
    Q_OBJECT
public:
    using QMenu::QMenu;

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace recscope::ui
