// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <set>

#include "ui/attention/attention_texture.h"

namespace recscope::ui {

class Animation;

/// What may be read to guess each card: a row per card, a column per card that is read. Covered cards are read by
/// nobody, a card never to guess itself. The row of the lit card shines,
/// and slides to the next one that is lit.
class MaskGrid : public QWidget {
    Q_OBJECT
public:
    MaskGrid(const QString& title, AttentionMask attentionMask, QWidget* parent = nullptr);

    void setSize(int positions);
    void setCovered(const std::set<int>& positions);
    /// A position also reads what stands there itself: not in a Cloze task, but in attention.
    void setReadsItself(bool readsItself);
    void setLit(int position);  ///< -1 = none
    int lit() const { return m_lit; }
    double shownLit() const;  ///< on its way to `lit`; -1 = none
    /// Whether `column` is read to guess `row`.
    bool allows(int row, int column) const;
    QRectF cellRect(int row, int column) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(int position);  ///< the card that is guessed; -1 when the pointer left

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF gridRect() const;
    QSize sizeWith(int side) const;  ///< design pixels
    void rebuild();

    QString m_title;
    AttentionMask m_attentionMask;
    bool m_readsItself = false;
    int m_size = 0, m_lit = -1;
    double m_litBefore = -1;  ///< where the light slides from
    Animation* m_slide;
    std::set<int> m_covered;
    AttentionTexture m_texture;
};

}  // namespace recscope::ui
