// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <set>

#include "ui/attention/attention_image.h"

namespace recscope::ui {

class Animation;

/// An attention mask as a grid that shows which cards may be read to guess each card: a row for each guessed card, a
/// column for each card that may be read. Covered cards are never read; whether a card may read itself is set by
/// `setReadsItself`. The row of one card (`setHighlighted`) is highlighted; the highlight slides when it moves to
/// another row.
class MaskGrid : public QWidget {
    Q_OBJECT
public:
    MaskGrid(const QString& title, AttentionMask attentionMask, QWidget* parent = nullptr);

    void setSize(int positions);
    void setCovered(const std::set<int>& positions);
    /// Sets whether a position also reads itself: true for attention, false for a Cloze task.
    void setReadsItself(bool readsItself);
    void setHighlighted(int position);  ///< highlights the row of this guessed card; -1 = none
    int highlightedRow() const { return m_highlightedRow; }
    double highlightPosition() const;  ///< current position of the highlight, which may be between two rows; -1 = none
    /// Whether `column` is read to guess `row`.
    bool allows(int row, int column) const;
    QRectF cellRect(int row, int column) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(int position);  ///< position of the guessed card under the pointer; -1 when the pointer left

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF gridRect() const;
    QSize sizeWith(int side) const;  ///< `side`: side of the grid in design pixels
    void rebuild();

    QString m_title;
    AttentionMask m_attentionMask;
    bool m_readsItself = false;
    int m_size = 0, m_highlightedRow = -1;
    double m_highlightBefore = -1;  ///< position from which the highlight slides; -1 = none
    Animation* m_slide;
    std::set<int> m_covered;
    AttentionImage m_image;
};

}  // namespace recscope::ui
