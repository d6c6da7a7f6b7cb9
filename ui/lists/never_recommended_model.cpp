// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/never_recommended_model.h"

#include "ui/widgets/number_text.h"

namespace recscope::ui {

void NeverRecommendedModel::setFound(std::shared_ptr<const NeverRecommended> found) {
    beginResetModel();
    m_found = std::move(found);
    endResetModel();
}

int NeverRecommendedModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_found ? 0 : int(m_found->items.size());
}

int NeverRecommendedModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant NeverRecommendedModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != kValueRole)) return {};
    const NeverRecommendedItem& row = m_found->items[size_t(index.row())];
    const auto month = [](const std::optional<std::int64_t>& time) { return QString::fromStdString(monthText(time)); };
    switch (index.column()) {
        case Item:
            return QString::fromStdString(row.item.title);
        case Categories:
            return QString::fromStdString(row.item.genres).replace(QLatin1Char('|'), QStringLiteral(", "));
        case Interactions:
            return role == kValueRole ? QVariant(qlonglong(row.item.interactions))
                                      : QVariant(wholeNumber(row.item.interactions));
        case FirstMonth:
            return month(row.firstTime);
        case LastMonth:
            return month(row.lastTime);
        default:
            return QString::fromStdString(row.item.id);
    }
}

QVariant NeverRecommendedModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const std::pair<QString, QString> headers[] = {
        {tr("Item"), tr("Title of the item")},
        {tr("Categories"), tr("The item's categories, as named in the data")},
        {tr("Interactions"), tr("How often the item occurs in the whole dataset")},
        {tr("First month"), tr("Month of the item's first interaction, UTC")},
        {tr("Last month"), tr("Month of the item's last interaction, UTC")},
        {tr("Item id"), tr("The dataset's own id of the item")}};
    if (role == Qt::DisplayRole) return headers[section].first;
    return role == Qt::ToolTipRole ? QVariant(headers[section].second) : QVariant();
}

}  // namespace recscope::ui
