// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <memory>
#include <vector>

#include "ui/session/session.h"
#include "ui/widgets/painted_cells.h"

namespace recscope::ui {

/// "3 days later", "same time": the time since the previous interaction.
QString gapText(std::int64_t seconds);

/// One user's history, the oldest interaction at the top: the time, the gap since the previous interaction, the item
/// and its rating. Paints only the rows in view, so that histories of any length scroll equally fast. A click on an
/// item emits `itemClicked`.
class HistoryTimeline : public QAbstractScrollArea, public PaintedCells {
    Q_OBJECT
public:
    explicit HistoryTimeline(QWidget* parent = nullptr);

    void setHistory(std::vector<Interaction> history, std::shared_ptr<const ItemCatalogue> catalogue);
    void setEmptyText(const QString& text);
    int count() const { return int(m_history.size()); }
    int currentRow() const { return m_current; }
    /// The texts of a row, for the tooltip, the clipboard and screen readers: time, gap, title, genres, rating.
    QStringList cells(int row) const;
    QRect rowRect(int row) const;  ///< in viewport coordinates

    int cellRows() const override { return count(); }
    int cellColumns() const override { return 1; }
    QString cellText(PaintedCell cell) const override;
    QRect cellArea(PaintedCell cell) const override;
    std::optional<PaintedCell> currentCell() const override;

signals:
    void itemClicked(qint32 token);
    void notified(const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    const ItemInfo* itemAt(int row) const;
    QString whenText(int row) const;
    QString gapAt(int row) const;
    int rowAt(const QPoint& point) const;
    int rowHeight() const;
    void setCurrent(int row);
    void setHovered(int row);
    void copyAll();
    void updateScrollRange();
    void paintRow(QPainter& painter, int row, const QRect& rect) const;

    std::vector<Interaction> m_history;
    std::vector<bool> m_isRepeat;  ///< indexed by row: true if the item also occurs in an earlier row
    std::shared_ptr<const ItemCatalogue> m_catalogue;
    QString m_emptyText;
    int m_current = -1, m_hovered = -1;
};

}  // namespace recscope::ui
