// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QMap>
#include <QString>

class QToolButton;

namespace recscope::ui {

/// A page's entry in the rail.
struct PageEntry {
    QString id;    ///< e.g. "data"; also the name of the icon
    QString word;  ///< label, e.g. "Data"
    QString help;  ///< tooltip
};

/// The five pages, in the rail's order.
QList<PageEntry> pageEntries();

/// The navigation bar at the left edge: an icon with a label for each page, and the theme switch at the bottom.
class Rail : public QFrame {
    Q_OBJECT
public:
    explicit Rail(QWidget* parent = nullptr);

    void setCurrent(const QString& page);

signals:
    void pageClicked(const QString& page);

private:
    void applyTheme();

    QMap<QString, QToolButton*> m_pages;
    QToolButton* m_theme;
};

}  // namespace recscope::ui
