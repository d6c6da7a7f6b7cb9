// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/history_cards.h"

#include <algorithm>

#include "ui/learn/item_card.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr int kMinWidth = 84, kMaxWidth = 184, kHeight = 84, kCompactHeight = 44;  ///< size of a card in design pixels
}

HistoryCards::HistoryCards(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);  // height for width
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("The history as cards"));
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        arrange();
    });
}

void HistoryCards::setTitles(const QStringList& titles) {
    for (ItemCard* card : m_cards) card->deleteLater();
    m_cards.clear();
    for (int position = 0; position < titles.size(); ++position) {
        auto* card = new ItemCard(position + 1, titles[position], this);
        card->setObjectName(QStringLiteral("card%1").arg(position));
        connect(card, &QAbstractButton::clicked, this, &HistoryCards::coveredChanged);
        connect(card, &ItemCard::hovered, this,
                [this, position](bool inside) { emit hovered(inside ? position : -1); });
        card->show();
        m_cards.push_back(card);
    }
    updateGeometry();
    arrange();
}

std::set<int> HistoryCards::covered() const {
    std::set<int> positions;
    for (int position = 0; position < count(); ++position)
        if (m_cards[size_t(position)]->isChecked()) positions.insert(position);
    return positions;
}

void HistoryCards::setCovered(const std::set<int>& positions) {
    if (positions == covered()) return;
    for (int position = 0; position < count(); ++position)
        m_cards[size_t(position)]->setCovered(positions.contains(position));
    emit coveredChanged();
}

void HistoryCards::setHighlighted(int position) {
    for (int i = 0; i < count(); ++i) m_cards[size_t(i)]->setHighlighted(i == position);
}

void HistoryCards::setCompact(bool compact) {
    if (compact == m_isCompact) return;
    m_isCompact = compact;
    updateGeometry();
    arrange();
}

int HistoryCards::cardHeight() const {
    return Theme::instance().px(m_isCompact ? kCompactHeight : kHeight);
}

int HistoryCards::columnsFor(int width) const {
    const Theme& theme = Theme::instance();
    const int gap = theme.px(space::kUnit);
    const int maxColumns = std::max(1, (width + gap) / (theme.px(kMinWidth) + gap));
    const int rows = (count() + maxColumns - 1) / std::max(1, maxColumns);
    return rows == 0 ? 1 : (count() + rows - 1) / rows;
}

int HistoryCards::heightForWidth(int width) const {
    const Theme& theme = Theme::instance();
    const int columns = columnsFor(width), rows = std::max(1, (count() + columns - 1) / columns);
    return rows * cardHeight() + (rows - 1) * theme.px(space::kUnit);
}

QSize HistoryCards::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(kMaxWidth) * 6, heightForWidth(theme.px(kMaxWidth) * 6)};
}

void HistoryCards::resizeEvent(QResizeEvent*) {
    arrange();
}

void HistoryCards::arrange() {
    const Theme& theme = Theme::instance();
    const int gap = theme.px(space::kUnit), columns = columnsFor(width());
    const double cell = std::min(double(theme.px(kMaxWidth)), double(width() - gap * (columns - 1)) / columns);
    for (int position = 0; position < count(); ++position) {
        const int row = position / columns, column = position % columns;
        const int left = int(column * (cell + gap)), right = int(column * (cell + gap) + cell);
        m_cards[size_t(position)]->setGeometry(left, row * (cardHeight() + gap), right - left, cardHeight());
    }
}

}  // namespace recscope::ui
