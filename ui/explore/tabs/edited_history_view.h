// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QPoint>

#include "ui/widgets/table_view.h"

namespace recscope::ui {

class EditedHistory;

/// View of an edited history. The user of the program can drag items to other positions or move them with Alt and the
/// arrow keys. A line between two rows marks the drop position; Esc cancels the drag.
class EditedHistoryView : public TableView {
    Q_OBJECT
public:
    explicit EditedHistoryView(EditedHistory& history, QWidget* parent = nullptr);

    /// The row above which the dragged item would be dropped; -1 while nothing is dragged.
    int dropRow() const { return m_dropRow; }

signals:
    void moveRequested(int from, int to);  ///< positions in the edited history
    void stepRequested(int by);            ///< requests to move the chosen item; -1 = one position earlier

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void dragTo(const QPoint& position);
    void endDrag();

    EditedHistory& m_history;
    int m_from = -1;           ///< position of the item that was pressed; -1 = none
    int m_dropRow = -1;        ///< row above which the item would be dropped; -1 = not dragging
    QPoint m_pressed, m_last;  ///< where the mouse was pressed, and where it was dragged to
    QBasicTimer m_scrolling;   ///< scrolls the list while an item is dragged at its upper or lower edge
};

}  // namespace recscope::ui
