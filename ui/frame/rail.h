// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QMap>

#include "ui/session/page_id.h"

class QToolButton;

namespace recscope::ui {

/// The navigation bar at the left edge: an icon with a label for each page, and the theme switch at the bottom.
class Rail : public QFrame {
    Q_OBJECT
public:
    explicit Rail(QWidget* parent = nullptr);

    void setCurrent(PageId page);

signals:
    void pageClicked(recscope::ui::PageId page);

private:
    void applyTheme();

    QMap<PageId, QToolButton*> m_pages;
    QToolButton* m_theme;
};

}  // namespace recscope::ui
