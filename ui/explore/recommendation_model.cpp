// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/recommendation_model.h"

#include <QBrush>
#include <QFont>

#include "ui/explore/row_delegates.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

QString genresText(const std::string& genres) {
    return QString::fromStdString(genres).replace(QLatin1Char('|'), QStringLiteral(", "));
}

void RecommendationModel::setExplanation(std::shared_ptr<const Explanation> explanation,
                                         std::shared_ptr<const ItemCatalogue> catalogue) {
    beginResetModel();
    m_explanation = std::move(explanation);
    m_catalogue = std::move(catalogue);
    m_lit = kPadToken;
    endResetModel();
}

void RecommendationModel::setLit(Token token) {
    if (token == m_lit) return;
    m_lit = token;
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::BackgroundRole});
}

Token RecommendationModel::tokenAt(int row) const {
    return row >= 0 && row < rowCount() ? m_explanation->recommendations[size_t(row)].token : kPadToken;
}

int RecommendationModel::rowOf(Token token) const {
    for (int row = 0; row < rowCount(); ++row)
        if (tokenAt(row) == token) return row;
    return -1;
}

const ItemInfo* RecommendationModel::item(Token token) const {
    if (!m_catalogue || token < kFirstItemToken || size_t(token) > m_catalogue->size()) return nullptr;
    return &(*m_catalogue)[size_t(token - kFirstItemToken)];
}

QString RecommendationModel::titleOf(Token token) const {
    const ItemInfo* found = item(token);
    return found ? QString::fromStdString(found->title) : tr("item %1").arg(token);
}

int RecommendationModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_explanation ? 0 : int(m_explanation->recommendations.size());
}

int RecommendationModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RecommendationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::DisplayRole) return QStringList{tr("#"), tr("Item"), tr("Score"), tr("Probability")}.value(section);
    if (role == Qt::ToolTipRole)
        return QStringList{tr("Rank in this list, 1 = best"), tr("Title and genres"),
                           tr("The model's logit: only differences between items mean anything"),
                           tr("Softmax of the scores over all items; the bar is relative to the first item")}
            .value(section);
    return {};
}

QVariant RecommendationModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_explanation) return {};
    const Recommendation& row = m_explanation->recommendations[size_t(index.row())];
    const Colours& colours = Theme::instance().colours();
    const bool truth = m_explanation->heldOut && m_explanation->heldOut->token == row.token;
    switch (role) {
        case Qt::DisplayRole:
            switch (index.column()) {
                case Rank:
                    return QString::number(row.rank);
                case Item:
                    return titleOf(row.token);
                case Score:
                    return QString::number(double(row.score), 'f', 2);
                default:
                    return QString::number(double(row.probability), 'f', 4);
            }
        case Qt::ToolTipRole: {
            const ItemInfo* info = item(row.token);
            QString text = titleOf(row.token);
            if (info && !info->genres.empty()) text += QLatin1Char('\n') + genresText(info->genres);
            text += QLatin1Char('\n') + tr("score %1, probability %2")
                                            .arg(double(row.score), 0, 'f', 3)
                                            .arg(double(row.probability), 0, 'f', 5);
            if (truth) text += QLatin1Char('\n') + tr("This is the held-out item: what really came next.");
            return text;
        }
        case CaptionRole: {
            const ItemInfo* info = item(row.token);
            return info ? genresText(info->genres) : QString();
        }
        case BadgeRole:
            return truth && index.column() == Item ? tr("held out") : QString();
        case BadgeColourRole:
            return colours.good;
        case BarRole: {
            const float best = m_explanation->recommendations.front().probability;
            return best > 0 ? double(row.probability / best) : 0.0;
        }
        case Qt::ForegroundRole:
            if (index.column() == Rank || index.column() == Score) return QBrush(colours.muted);
            return {};
        case Qt::FontRole:
            if (truth && index.column() == Item) {
                QFont font;
                font.setWeight(QFont::DemiBold);
                return font;
            }
            return {};
        case Qt::BackgroundRole:
            if (row.token == m_lit) {
                QColor lit = colours.accent;
                lit.setAlphaF(0.10f);
                return QBrush(lit);
            }
            return {};
        default:
            return {};
    }
}

}  // namespace recscope::ui
