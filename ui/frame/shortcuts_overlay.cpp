// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/shortcuts_overlay.h"

#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {

constexpr int kLeftGroups = 5;  ///< number of groups in the left column; both columns are then about equally tall

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
          {tr("Shift+F1"), tr("Manual")},
          {tr("Esc"), tr("Close messages, import and public datasets")}}},
        {tr("Workspace"),
         {{tr("Ctrl+N"), tr("New workspace")}, {tr("Ctrl+O"), tr("Open a workspace")}, {tr("Ctrl+Q"), tr("Quit")}}},
        {tr("Lists and tables"),
         {{tr("F2"), tr("Rename the selected run, dataset or entry")},
          {tr("Del"), tr("Remove what is selected")},
          {tr("Alt+Up  Alt+Down"), tr("Move an entry of the queue")},
          {tr("Ctrl+C"), tr("Copy the selected rows")},
          {tr("Right click"), tr("Copy or export")}}},
        {tr("Plots"),
         {{tr("Ctrl+wheel, or click and wheel"), tr("Zoom a plot")},
          {tr("Drag, Shift+drag"), tr("Move a plot, zoom into a frame")},
          {tr("+  -  0, arrow keys"), tr("Zoom, reset and move the chosen plot or map")},
          {tr("Double click"), tr("Show the whole plot")}}},
        {tr("Learn"),
         {{tr("F11"), tr("Present the chapter on the whole screen; Esc ends it")},
          {tr("Right  Left"), tr("Next, previous step")},
          {tr("Page Down  Page Up"), tr("Next, previous step, also across chapters")},
          {tr("Ctrl+Page Down  Ctrl+Page Up"), tr("Next, previous chapter")},
          {tr("Space"), tr("Play all steps")},
          {tr("R"), tr("Restart the chapter")},
          {tr("Space, arrow keys while presenting"), tr("As Page Down and Page Up (presenter remotes)")},
          {tr("B or . while presenting"), tr("Blank the screen")}}},
        {tr("Train"), {{tr("Ctrl+Return"), tr("Start the training")}}},
        {tr("Explore"),
         {{tr("Alt+Up  Alt+Down  Alt+R"), tr("Previous, next, random user")},
          {tr("Ctrl+D"), tr("Mark the user as a favourite")},
          {tr("Ctrl+P"), tr("Pin the user for the training timeline")},
          {tr("Alt+W"), tr("Whole titles, on several lines")},
          {tr("Space on a map"), tr("Add this row to a sum of rows")},
          {tr("Return on a map"), tr("Show how a weight is computed")},
          {tr("Ctrl+Return, Ctrl+R, Ctrl+M, Del in What if"), tr("Insert, repeat, mask, delete an item")},
          {tr("Ctrl+Up  Ctrl+Down in What if"), tr("Move the chosen item")},
          {tr("Ctrl+Z  Ctrl+Shift+Z in What if"), tr("Undo, redo")},
          {tr("L, Ctrl+drag on the item map"), tr("Lasso items")}}},
    };
}

/// Lays out the groups one below the other.
QGridLayout* gridOf(const QList<Group>& groups) {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(space::kSpacing);
    grid->setVerticalSpacing(space::kUnit);
    int row = 0;
    for (const Group& group : groups) {
        if (row > 0) grid->setRowMinimumHeight(row++, space::kPadding);
        grid->addWidget(sectionLabel(group.title), row++, 0, 1, 2);
        for (const auto& [keys, meaning] : group.keys) {
            grid->addWidget(mutedLabel(keys), row, 0);
            grid->addWidget(new QLabel(meaning), row++, 1);
        }
    }
    grid->setRowStretch(row, 1);
    return grid;
}

}  // namespace

ShortcutsOverlay::ShortcutsOverlay(QWidget* host) : QWidget(host), m_card(new QFrame) {
    setObjectName(QStringLiteral("shortcutsOverlay"));
    setAccessibleName(tr("Keyboard shortcuts"));
    setFocusPolicy(Qt::StrongFocus);
    m_card->setProperty("card", true);
    arrange(this, column({aligned(m_card, Qt::AlignCenter)}));
    // Two columns, because one would be taller than the smallest window.
    const QList<Group> all = groups();
    auto* manual = new QPushButton(tr("Open the manual"));
    manual->setObjectName(QStringLiteral("openManual"));
    connect(manual, &QPushButton::clicked, this, [this] {
        hide();
        emit manualRequested();
    });
    auto* columns = new QHBoxLayout;
    columns->setSpacing(2 * space::kSpacing);
    columns->addLayout(gridOf(all.mid(0, kLeftGroups)));
    columns->addLayout(gridOf(all.mid(kLeftGroups)));
    arrange(m_card, column({Part(columns), aligned(manual, Qt::AlignRight)}),
            QMargins(2 * space::kSpacing, space::kPageMargin, 2 * space::kSpacing, space::kPageMargin));
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
