// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/saved_list_buttons.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>

#include "ui/widgets/arrange.h"

namespace recscope::ui {

void setEnabledWithReason(QPushButton& button, bool possible, const QString& does, const QString& why) {
    button.setEnabled(possible);
    button.setToolTip(possible ? does : why);
}

void editName(QAbstractItemView& view, const QModelIndex& index) {
    if (view.isPersistentEditorOpen(index)) return;
    view.setCurrentIndex(index);
    view.edit(index);
}

SavedListButtons::SavedListButtons(QAbstractItemView& list, const QString& key, const QString& noun,
                                   const QString& unchosen, QWidget* parent)
    : QWidget(parent),
      m_list(list),
      m_noun(noun),
      m_unchosen(unchosen),
      m_rename(new QPushButton(tr("Rename"))),
      m_delete(new QPushButton(tr("Delete"))),
      m_undo(new QPushButton(tr("Undo"))) {
    arrange(this, row({m_rename, m_delete, stretch(), m_undo}, space::kUnit));
    m_rename->setObjectName(key + QStringLiteral("Rename"));
    m_delete->setObjectName(key + QStringLiteral("Delete"));
    m_undo->setObjectName(key + QStringLiteral("Undo"));
    m_undo->setAccessibleName(tr("Restore the deleted %1").arg(noun));
    for (QPushButton* button : {m_rename, m_delete, m_undo}) button->setAutoDefault(false);
    connect(m_rename, &QPushButton::clicked, this, [this] {
        if (const QModelIndex current = m_list.currentIndex(); current.isValid())
            editName(m_list, current.siblingAtColumn(0));
    });
    connect(m_delete, &QPushButton::clicked, this, &SavedListButtons::deleteRequested);
    connect(m_undo, &QPushButton::clicked, this, &SavedListButtons::undoRequested);
    list.installEventFilter(this);
    setChosen(false);
    setUndo({});
}

void SavedListButtons::addFirst(QPushButton* button) {
    static_cast<QHBoxLayout*>(layout())->insertWidget(0, button);
}

void SavedListButtons::setChosen(bool chosen) {
    setEnabledWithReason(*m_rename, chosen, tr("Rename it (F2)"), m_unchosen);
    setEnabledWithReason(*m_delete, chosen, tr("Delete the %1 from the workspace (Delete)").arg(m_noun), m_unchosen);
}

void SavedListButtons::setUndo(const QString& restores) {
    m_undo->setVisible(!restores.isEmpty());
    m_undo->setToolTip(restores);
}

bool SavedListButtons::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    QPushButton* pressed = nullptr;
    if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) pressed = m_delete;
    if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_F2) pressed = m_rename;
    if (!pressed) return QWidget::eventFilter(watched, event);
    pressed->click();
    return true;
}

}  // namespace recscope::ui
