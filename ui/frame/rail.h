// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QMap>
#include <QString>

class QToolButton;

namespace recscope::ui {

/// What the rail shows of a page.
struct PageEntry {
    QString id;    ///< "data": also the icon's name
    QString word;  ///< "Data"
    QString help;  ///< tooltip
};

/// The five pages, in the rail's order.
QList<PageEntry> pageEntries();

/// The pages as icon and word at the left edge, the theme switch at its foot.
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
