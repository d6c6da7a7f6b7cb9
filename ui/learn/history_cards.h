// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <set>
#include <vector>

namespace recscope::ui {

class ItemCard;

/// A history as cards in reading order, in one row, or in as few rows as the width allows, with about equally many
/// cards in each.
class HistoryCards : public QWidget {
    Q_OBJECT
public:
    explicit HistoryCards(QWidget* parent = nullptr);

    /// Replaces the cards by one for each title, all face up.
    void setTitles(const QStringList& titles);
    int count() const { return int(m_cards.size()); }
    ItemCard* card(int position) const { return m_cards[size_t(position)]; }
    std::set<int> covered() const;
    /// Emits `coveredChanged` once if anything changed.
    void setCovered(const std::set<int>& positions);
    void setLit(int position);  ///< highlights the card at this position; -1 = none
    /// Sets whether cards have half the height, for pages with little room.
    void setLow(bool low);

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void coveredChanged();
    void hovered(int position);  ///< -1 when the pointer left

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    int columnsFor(int width) const;
    int cardHeight() const;
    void arrange();

    bool m_low = false;
    std::vector<ItemCard*> m_cards;
};

}  // namespace recscope::ui
