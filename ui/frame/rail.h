// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QMap>
#include <QString>

class QToolButton;

namespace recscope::ui {

/// A page's entry in the rail.
struct PageEntry {
    QString id;    ///< "data": also the icon's name
    QString word;  ///< "Data"
    QString help;  ///< tooltip
};

/// The five pages, in the rail's order.
QList<PageEntry> pageEntries();

/// The pages as icons with words at the left edge, with the theme switch at the bottom.
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
