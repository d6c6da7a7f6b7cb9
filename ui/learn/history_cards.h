// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <set>
#include <vector>

namespace recscope::ui {

class ItemCard;

/// A history as cards in reading order, in as few rows as the width allows, with about the same number of cards in each
/// row.
class HistoryCards : public QWidget {
    Q_OBJECT
public:
    explicit HistoryCards(QWidget* parent = nullptr);

    /// Replaces the cards: one uncovered card for each title.
    void setTitles(const QStringList& titles);
    int count() const { return int(m_cards.size()); }
    ItemCard* card(int position) const { return m_cards[size_t(position)]; }
    /// The positions of the covered cards, 0-based.
    std::set<int> covered() const;
    /// Covers these positions and uncovers all others; emits `coveredChanged` once if anything changed.
    void setCovered(const std::set<int>& positions);
    void setHighlighted(int position);  ///< highlights the card at this position; -1 = none
    /// Halves the height of the cards, for low pages, or restores it.
    void setCompact(bool compact);

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void coveredChanged();
    void hovered(int position);  ///< the card under the pointer; -1 when the pointer left

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    int columnsFor(int width) const;
    int cardHeight() const;
    void arrange();

    bool m_isCompact = false;
    std::vector<ItemCard*> m_cards;
};

}  // namespace recscope::ui
