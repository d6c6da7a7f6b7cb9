// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/shortcuts_overlay.h"

#include <QFrame>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>

#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {

struct Group {
    QString title;
    QList<std::pair<QString, QString>> keys;
};

QList<Group> groups() {
    const auto tr = [](const char* text) { return ShortcutsOverlay::tr(text); };
    return {
        {tr("Pages"),
         {{tr("Ctrl+1 … Ctrl+5"), tr("Data, Train, Explore, Learn, Compare")},
          {tr("Ctrl+I"), tr("Import data")},
          {tr("Ctrl+F"), tr("Search on this page")}}},
        {tr("Window"),
         {{tr("Ctrl++  Ctrl+-  Ctrl+0"), tr("Larger, smaller, normal size")},
          {tr("F10"), tr("Menu")},
          {tr("F1"), tr("These shortcuts")},
          {tr("Esc"), tr("Dismiss messages")}}},
        {tr("Explore"),
         {{tr("Alt+Up  Alt+Down  Alt+R"), tr("Previous, next, random user")},
          {tr("Ctrl+D"), tr("Mark as a favourite")},
          {tr("Ctrl+P"), tr("Pin for the film of a training")},
          {tr("Alt+W"), tr("Whole titles, on several lines")},
          {tr("Space on a map"), tr("Add this row to a sum of rows")},
          {tr("Alt+Up  Alt+Down in What if"), tr("Move the chosen item")},
          {tr("L, Ctrl+drag on the item map"), tr("Lasso items")}}},
        {tr("Workspace"),
         {{tr("Ctrl+N"), tr("New workspace")}, {tr("Ctrl+O"), tr("Open a workspace")}, {tr("Ctrl+Q"), tr("Quit")}}},
        {tr("Plots and tables"),
         {{tr("Ctrl+wheel, or click and wheel"), tr("Zoom a plot")},
          {tr("Drag, Shift+drag"), tr("Move a plot, zoom into a frame")},
          {tr("Double click"), tr("Show the whole plot")},
          {tr("Ctrl+C"), tr("Copy the selected rows")},
          {tr("Right click"), tr("Copy or export")}}},
    };
}

}  // namespace

ShortcutsOverlay::ShortcutsOverlay(QWidget* host) : QWidget(host), m_card(new QFrame) {
    setObjectName(QStringLiteral("shortcutsOverlay"));
    setAccessibleName(tr("Keyboard shortcuts"));
    setFocusPolicy(Qt::StrongFocus);
    m_card->setProperty("card", true);
    arrange(this, column({aligned(m_card, Qt::AlignCenter)}));
    auto* grid = new QGridLayout(m_card);
    grid->setContentsMargins(2 * space::kBetween, space::kPage, 2 * space::kBetween, space::kPage);
    grid->setHorizontalSpacing(space::kPage);
    grid->setVerticalSpacing(space::kInside);
    for (const Group& group : groups()) {
        if (grid->rowCount() > 1) grid->setRowMinimumHeight(grid->rowCount(), space::kInside);
        const int first = grid->rowCount() + 1;
        grid->addWidget(sectionLabel(group.title), first, 0, 1, 2);
        int row = first;
        for (const auto& [keys, meaning] : group.keys) {
            grid->addWidget(mutedLabel(keys), ++row, 0);
            grid->addWidget(new QLabel(meaning), row, 1);
        }
    }
    host->installEventFilter(this);
    hide();
}

void ShortcutsOverlay::toggle() {
    if (isVisible()) {
        hide();
        return;
    }
    setGeometry(parentWidget()->rect());
    show();
    raise();
    setFocus();
}

void ShortcutsOverlay::paintEvent(QPaintEvent*) {
    QColor veil = Theme::instance().colours().window;
    veil.setAlphaF(0.8f);
    QPainter(this).fillRect(rect(), veil);
}

void ShortcutsOverlay::keyPressEvent(QKeyEvent*) {
    hide();
}
void ShortcutsOverlay::mousePressEvent(QMouseEvent*) {
    hide();
}

bool ShortcutsOverlay::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

}  // namespace recscope::ui
