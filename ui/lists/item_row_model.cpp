// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/item_row_model.h"

#include <QBrush>
#include <QFont>

#include "ui/lists/row_delegates.h"
#include "ui/session/item_facts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plain_table.h"

namespace recscope::ui {

QString genresText(const std::string& genres) {
    return QString::fromStdString(genres).replace(QLatin1Char('|'), QStringLiteral(", "));
}

ItemRowModel::ItemRowModel(int columns, int itemColumn, QObject* parent)
    : QAbstractTableModel(parent), m_columns(columns), m_itemColumn(itemColumn) {}

Token ItemRowModel::tokenAt(int row) const {
    return row >= 0 && row < rowCount() ? token(row) : kPadToken;
}

int ItemRowModel::rowOf(Token token) const {
    for (int row = 0; row < rowCount(); ++row)
        if (tokenAt(row) == token) return row;
    return -1;
}

const ItemInfo* ItemRowModel::info(Token token) const {
    if (!m_catalogue || token < kFirstItemToken || size_t(token) > m_catalogue->size()) return nullptr;
    return &(*m_catalogue)[size_t(token - kFirstItemToken)];
}

QString ItemRowModel::titleOf(Token token) const {
    const ItemInfo* found = info(token);
    return found ? QString::fromStdString(found->title) : tr("item %1").arg(token);
}

QString ItemRowModel::titleAt(int row) const {
    return row >= 0 && row < rowCount() ? titleOf(token(row)) : QString();
}

QString ItemRowModel::titleAndGenres(int row) const {
    const ItemInfo* found = info(token(row));
    return found && !found->genres.empty() ? titleAt(row) + QLatin1Char('\n') + genresText(found->genres)
                                           : titleAt(row);
}

void ItemRowModel::setHighlighted(int row) {
    if (row == m_highlightedRow) return;
    m_highlightedRow = row;
    reportChanged(0, m_columns - 1, {Qt::BackgroundRole});
}

void ItemRowModel::reportChanged(int firstColumn, int lastColumn, const QList<int>& roles) {
    if (rowCount() > 0) emit dataChanged(index(0, firstColumn), index(rowCount() - 1, lastColumn), roles);
}

int ItemRowModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_columns;
}

QVariant ItemRowModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns) return {};
    if (role == Qt::DisplayRole) return columnHeaders()[size_t(section)].title;
    if (role == Qt::ToolTipRole) return columnHeaders()[size_t(section)].toolTip;
    if (role == kExactTitlesRole) return section == m_itemColumn ? exactItemTitles() : QStringList{exactTitle(section)};
    return {};
}

QVariant ItemRowModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const int row = index.row(), column = index.column();
    const bool item = column == m_itemColumn;
    const Colours& colours = Theme::instance().colours();
    switch (role) {
        case Qt::DisplayRole:
            return text(row, column);
        case Qt::ToolTipRole:
            return toolTip(row, column);
        case CaptionRole: {
            const ItemInfo* found = item ? info(token(row)) : nullptr;
            return found ? genresText(found->genres) : QString();
        }
        case BadgeRole:
            return item ? badge(row).text : QString();
        case BadgeColourRole:
            return badge(row).colour;
        case SortRole:
            return value(row, column);
        case kExactValuesRole: {
            if (!item) return QVariantList{exactValue(row, column)};
            const ItemInfo* found = info(token(row));
            return QVariantList{found ? QString::fromStdString(found->id) : QString(), titleAt(row)};
        }
        case BarRole: {
            const QVariant known = value(row, column);
            if (!known.isValid()) return {};
            const double whole = largest(column);
            return whole > 0 ? known.toDouble() / whole : 0.0;
        }
        case Qt::ForegroundRole:
            return isMuted(row, column) ? QVariant(QBrush(colours.muted)) : QVariant();
        case Qt::FontRole: {
            if (!item || !isHeldOut(row)) return {};
            QFont font;
            font.setWeight(QFont::DemiBold);
            return font;
        }
        case Qt::BackgroundRole: {
            if (!isMarked(row)) return {};
            QColor marked = colours.accent;
            marked.setAlphaF(0.10f);
            return QBrush(marked);
        }
        default:
            return extraData(row, column, role);
    }
}

}  // namespace recscope::ui
