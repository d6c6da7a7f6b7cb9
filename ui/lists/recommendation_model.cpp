// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/recommendation_model.h"

#include <QBrush>
#include <QFont>
#include <algorithm>

#include "ui/lists/row_delegates.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

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
    m_popularity.clear();
    m_whyState = WhyState::Nothing;
    m_reasons.clear();
    endResetModel();
}

void RecommendationModel::setPopularity(std::map<Token, std::int64_t> ranks) {
    m_popularity = std::move(ranks);
    if (rowCount() > 0) emit dataChanged(index(0, Popularity), index(rowCount() - 1, Popularity));
}

void RecommendationModel::setReasons(WhyState state, Reasons reasons) {
    m_whyState = state;
    m_reasons = std::move(reasons);
    if (rowCount() > 0) emit dataChanged(index(0, Item), index(rowCount() - 1, Why));
}

void RecommendationModel::setLit(Token token) {
    if (token == m_lit) return;
    m_lit = token;
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::BackgroundRole});
}

Recommendation RecommendationModel::at(int row) const {
    if (!isBelowList(row)) return m_explanation->recommendations[size_t(row)];
    const HeldOut& truth = *m_explanation->heldOut;
    return {.token = truth.token, .score = truth.score, .probability = truth.probability, .rank = truth.rank};
}

bool RecommendationModel::isBelowList(int row) const {
    return m_explanation && size_t(row) >= m_explanation->recommendations.size();
}

Token RecommendationModel::tokenAt(int row) const {
    return row >= 0 && row < rowCount() ? at(row).token : kPadToken;
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
    if (parent.isValid() || !m_explanation) return 0;
    const auto& listed = m_explanation->recommendations;
    const bool below = m_explanation->heldOut &&
                       std::none_of(listed.begin(), listed.end(), [this](const Recommendation& recommendation) {
                           return recommendation.token == m_explanation->heldOut->token;
                       });
    return int(listed.size()) + (below ? 1 : 0);
}

int RecommendationModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RecommendationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::DisplayRole)
        return QStringList{tr("#"),       tr("Item"), tr("Score"), m_whyBelow ? tr("Prob.") : tr("Probability"),
                           tr("Popular"), tr("Why")}
            .value(section);
    if (role == Qt::ToolTipRole)
        return QStringList{tr("Rank in this list, 1 = best"),
                           tr("Title and genres"),
                           tr("The model's logit: only differences between items mean anything"),
                           tr("Softmax of the scores over all items; the bar is relative to the first item"),
                           tr("Rank by popularity: 1 = the item with the most interactions of the whole dataset"),
                           tr("The two items of the history that matter most, found by removing each of them and "
                              "asking the model again (not by attention): without them the recommendation's "
                              "log-probability falls most. Sorted by how much it falls without the first.")}
            .value(section);
    return {};
}

QString RecommendationModel::display(int row, int column) const {
    const Recommendation shown = at(row);
    switch (column) {
        case Rank:
            return wholeNumber(shown.rank);
        case Item:
            return titleOf(shown.token);
        case Score:
            return QString::number(double(shown.score), 'f', 2);
        case Probability:
            return QString::number(double(shown.probability), 'f', 4);
        case Popularity: {
            const auto found = m_popularity.find(shown.token);
            return found == m_popularity.end() ? QString() : wholeNumber(found->second);
        }
        default:
            return whyText(shown.token);
    }
}

void RecommendationModel::setWhyBelow(bool below) {
    if (below == m_whyBelow) return;
    m_whyBelow = below;
    emit headerDataChanged(Qt::Horizontal, Probability, Probability);
    if (rowCount() > 0) emit dataChanged(index(0, Item), index(rowCount() - 1, Item));
}

void RecommendationModel::setWhyWhole(bool whole) {
    if (whole == m_whyWhole) return;
    m_whyWhole = whole;
    if (rowCount() > 0) emit dataChanged(index(0, Item), index(rowCount() - 1, Item));
}

QVariant RecommendationModel::sortValue(int row, int column) const {
    const Recommendation shown = at(row);
    switch (column) {
        case Rank:
            return shown.rank;
        case Item:
            return titleOf(shown.token);
        case Score:
            return double(shown.score);
        case Probability:
            return double(shown.probability);
        case Popularity: {
            const auto found = m_popularity.find(shown.token);
            return found == m_popularity.end() ? QVariant() : QVariant(qlonglong(found->second));
        }
        default: {
            const auto found = m_reasons.find(shown.token);
            if (found == m_reasons.end() || found->second.empty()) return {};
            return double(found->second.front().effect);
        }
    }
}

QString RecommendationModel::whyText(Token token) const {
    if (m_whyState != WhyState::Known) return m_whyState == WhyState::Waiting ? tr("…") : QString();
    const auto found = m_reasons.find(token);
    if (found == m_reasons.end() || found->second.empty()) return tr("no single item");
    QStringList titles;
    for (const RemovalEffect& reason : found->second)
        titles << titleOf(m_explanation->history[size_t(reason.position)]);
    return titles.join(QStringLiteral(" · "));
}

QString RecommendationModel::shortWhy(Token token) const {
    const auto found = m_reasons.find(token);
    if (m_whyWhole || m_whyState != WhyState::Known || found == m_reasons.end() || found->second.size() < 2)
        return tr("why: %1").arg(whyText(token));
    // One title that can be read is worth more than two that are cut; the tooltip has them all.
    return tr("why: %1 + %2")
        .arg(titleOf(m_explanation->history[size_t(found->second.front().position)]))
        .arg(found->second.size() - 1);
}

QString RecommendationModel::whyToolTip(Token token) const {
    if (m_whyState == WhyState::Waiting) return tr("The removal test is running.");
    const auto found = m_reasons.find(token);
    if (m_whyState == WhyState::Nothing || found == m_reasons.end()) return {};
    if (found->second.empty()) return tr("Removing any one item does not make this less likely.");
    QStringList lines{tr("By removal, in nats of log-probability:")};
    for (const RemovalEffect& reason : found->second)
        lines << tr("+%1  %2")
                     .arg(double(reason.effect), 0, 'f', 3)
                     .arg(titleOf(m_explanation->history[size_t(reason.position)]));
    return lines.join(QLatin1Char('\n'));
}

QString RecommendationModel::toolTip(int row) const {
    const Recommendation shown = at(row);
    const ItemInfo* info = item(shown.token);
    QString text = titleOf(shown.token);
    if (info && !info->genres.empty()) text += QLatin1Char('\n') + genresText(info->genres);
    text +=
        QLatin1Char('\n') +
        tr("score %1, probability %2").arg(double(shown.score), 0, 'f', 3).arg(double(shown.probability), 0, 'f', 5);
    if (const auto found = m_popularity.find(shown.token); found != m_popularity.end())
        text += QLatin1Char('\n') + tr("popularity rank %1 of %2, %3 interactions")
                                        .arg(wholeNumber(found->second), wholeNumber(itemCount()),
                                             wholeNumber(info ? info->interactions : 0));
    if (m_explanation->heldOut && m_explanation->heldOut->token == shown.token) {
        text += QLatin1Char('\n') + tr("This is the held-out item: what really came next.");
        if (isBelowList(row))
            text += QLatin1Char('\n') +
                    tr("It ranks %1 of %2, below the list.").arg(wholeNumber(shown.rank), wholeNumber(itemCount()));
    }
    return text;
}

QVariant RecommendationModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_explanation) return {};
    const Recommendation row = at(index.row());
    const Colours& colours = Theme::instance().colours();
    const bool truth = m_explanation->heldOut && m_explanation->heldOut->token == row.token;
    switch (role) {
        case Qt::DisplayRole:
            return display(index.row(), index.column());
        case Qt::ToolTipRole:
            if (index.column() == Why) return whyToolTip(row.token);
            return m_whyBelow && index.column() == Item
                       ? toolTip(index.row()) + QLatin1Char('\n') + whyToolTip(row.token)
                       : toolTip(index.row());
        case CaptionRole: {
            const ItemInfo* info = item(row.token);
            return info && index.column() == Item ? genresText(info->genres) : QString();
        }
        case SecondLineRole:
            return m_whyBelow && index.column() == Item ? shortWhy(row.token) : QString();
        case WholeSecondLineRole:
            return m_whyBelow && index.column() == Item ? tr("why: %1").arg(whyText(row.token)) : QString();
        case SortRole:
            return sortValue(index.row(), index.column());
        case BadgeRole:
            return truth && index.column() == Item ? tr("held out") : QString();
        case BadgeColourRole:
            return colours.good;
        case BarRole: {
            if (m_explanation->recommendations.empty()) return {};
            const float best = m_explanation->recommendations.front().probability;
            return best > 0 ? double(row.probability / best) : 0.0;
        }
        case Qt::ForegroundRole:
            if (index.column() != Item && index.column() != Probability) return QBrush(colours.muted);
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
