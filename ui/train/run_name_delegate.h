// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace recscope::ui {

/// Edits a run's name within the cell's rectangle, because the style's line edit would overlap the next row. The
/// table's own delegate does everything else.
class RunNameDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    RunNameDelegate(QAbstractItemDelegate& table, QObject* parent);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

private:
    QAbstractItemDelegate& m_table;
};

}  // namespace recscope::ui
