// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace recscope::ui {

class Animation;

/// One item of a history as a card. A checked card is covered and shows `[MASK]`.
class ItemCard : public QAbstractButton {
    Q_OBJECT
public:
    /// `position` counts from 1.
    ItemCard(int position, const QString& title, QWidget* parent);

    void setHighlighted(bool highlighted);  ///< highlights the card
    /// Sets the text below `[MASK]`, which says what is known about the hidden item.
    void setCoverNote(const QString& note);
    /// Turns the card without animation, e.g. when many cards are turned together.
    void setCovered(bool covered);

signals:
    void hovered(bool inside);

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void checkStateSet() override;
    void nextCheckState() override;

private:
    void describe();

    int m_position;
    QString m_title, m_coverNote;
    bool m_isHighlighted = false;
    Animation* m_turn;  ///< animates the turning of the card; halfway through, the other side appears
};

}  // namespace recscope::ui
