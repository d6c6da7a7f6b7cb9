// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_name_delegate.h"

#include <QLineEdit>

#include "ui/theme/theme.h"
#include "ui/widgets/named_input.h"

namespace recscope::ui {

RunNameDelegate::RunNameDelegate(QAbstractItemDelegate& table, QObject* parent)
    : QStyledItemDelegate(parent), m_table(table) {}

QWidget* RunNameDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const {
    QLineEdit* editor = shortLine(parent);
    editor->setObjectName(QStringLiteral("runNameEditor"));
    editor->setAccessibleName(tr("Name of the run"));
    editor->setStyleSheet(QStringLiteral("min-height: 0; padding: 0 %1px; border-radius: 0;")
                              .arg(Theme::instance().px(space::kPadding) - 1));
    return editor;
}

void RunNameDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                           const QModelIndex&) const {
    editor->setGeometry(option.rect);
}

void RunNameDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    m_table.paint(painter, option, index);
}

QSize RunNameDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return m_table.sizeHint(option, index);
}

bool RunNameDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                                const QModelIndex& index) {
    return m_table.helpEvent(event, view, option, index);
}

}  // namespace recscope::ui
