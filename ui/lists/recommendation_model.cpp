// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/recommendation_model.h"

#include <algorithm>

#include "ui/lists/row_delegates.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

void RecommendationModel::setExplanation(std::shared_ptr<const Explanation> explanation,
                                         std::shared_ptr<const ItemCatalogue> catalogue) {
    reset(std::move(catalogue), [&] {
        m_explanation = std::move(explanation);
        m_popularity.clear();
        m_order.clear();
        m_reasonsState = ReasonsState::Nothing;
        m_reasons.clear();
    });
}

void RecommendationModel::setPopularity(std::map<Token, std::int64_t> ranks) {
    m_popularity = std::move(ranks);
    reportChanged(Popularity, Popularity);
}

void RecommendationModel::setHeldOutOrder(std::vector<Token> items) {
    m_order = std::move(items);
    reportChanged(Rank, Why);
}

void RecommendationModel::setReasons(ReasonsState state, Reasons reasons) {
    m_reasonsState = state;
    m_reasons = std::move(reasons);
    reportChanged(Item, Why);
}

void RecommendationModel::setReasonsBelowTitles(bool below) {
    if (below == m_reasonsBelowTitles) return;
    m_reasonsBelowTitles = below;
    emit headerDataChanged(Qt::Horizontal, Probability, Probability);
    reportChanged(Item, Item);
}

void RecommendationModel::setReasonsWrapped(bool wrapped) {
    if (wrapped == m_reasonsWrapped) return;
    m_reasonsWrapped = wrapped;
    reportChanged(Item, Item);
}

Recommendation RecommendationModel::at(int row) const {
    if (!isBelowList(row)) return m_explanation->recommendations[size_t(row)];
    const HeldOut& truth = *m_explanation->heldOut;
    return {.token = truth.token, .score = truth.score, .probability = truth.probability, .rank = truth.rank};
}

bool RecommendationModel::isBelowList(int row) const {
    return m_explanation && size_t(row) >= m_explanation->recommendations.size();
}

bool RecommendationModel::isTarget(int row) const {
    return m_explanation->heldOut && m_explanation->heldOut->token == at(row).token;
}

bool RecommendationModel::isInOrder(int row) const {
    return !isTarget(row) && std::find(m_order.begin(), m_order.end(), at(row).token) != m_order.end();
}

ItemRowModel::DashedLine RecommendationModel::dashedLine() const {
    const int last = rowCount() - 1;
    return {last >= 0 && isBelowList(last) ? last : -1, Theme::instance().colours().muted};
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

std::vector<ItemRowModel::ColumnHeader> RecommendationModel::columnHeaders() const {
    return {{tr("#"), tr("Rank in this list, 1 = best")},
            {tr("Item"), tr("Title and genres")},
            {tr("Score"), tr("The model's logit: only differences between items are meaningful")},
            {m_reasonsBelowTitles ? tr("Prob.") : tr("Probability"),
             tr("Softmax of the scores over all items; the bar is relative to the first item")},
            {tr("Popular"), tr("Rank by popularity: 1 = the item with the most interactions in the whole dataset")},
            {tr("Why"), tr("The two items of the history that matter most, found by removing each item and running the "
                           "model again (not by attention): removing either lowers the recommendation's "
                           "log-probability most. Sorts by the decrease without the first of the two.")}};
}

QVariant RecommendationModel::value(int row, int column) const {
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
            const auto* found = reasons(shown.token);
            return found && !found->empty() ? QVariant(double(found->front().effect)) : QVariant();
        }
    }
}

QString RecommendationModel::text(int row, int column) const {
    if (column == Why) return reasonsText(token(row));
    const QVariant known = value(row, column);
    if (!known.isValid()) return {};
    if (column == Score) return fixedNumber(known.toDouble(), 2);
    if (column == Probability) return fixedNumber(known.toDouble(), 4);
    return column == Item ? known.toString() : wholeNumber(known.toLongLong());
}

void RecommendationModel::setLargest(double probability) {
    m_largest = probability;
    if (rowCount() > 0) emit dataChanged(index(0, Probability), index(rowCount() - 1, Probability));
}

QString RecommendationModel::exactTitle(int column) const {
    switch (column) {
        case Rank:
            return tr("Rank");
        case Probability:
            return tr("Probability");
        case Popularity:
            return tr("Rank by popularity");
        default:
            return columnHeaders()[size_t(column)].title;
    }
}

QVariant RecommendationModel::exactValue(int row, int column) const {
    return column == Why ? QVariant(text(row, column)) : value(row, column);
}

double RecommendationModel::largest(int) const {
    if (m_largest > 0) return m_largest;
    return m_explanation->recommendations.empty() ? 0 : double(m_explanation->recommendations.front().probability);
}

ItemRowModel::Badge RecommendationModel::badge(int row) const {
    return {isHeldOut(row) ? tr("held out") : QString(), Theme::instance().colours().good};
}

const std::vector<RemovalEffect>* RecommendationModel::reasons(Token token) const {
    const auto found = m_reasonsState == ReasonsState::Known ? m_reasons.find(token) : m_reasons.end();
    return found == m_reasons.end() ? nullptr : &found->second;
}

QString RecommendationModel::reasonTitle(const RemovalEffect& reason) const {
    const QString title = titleOf(m_explanation->history[size_t(reason.position)]);
    return reason.earlier.empty() ? title : tr("%1 (%2 times)").arg(title).arg(reason.earlier.size() + 1);
}

QString RecommendationModel::reasonsText(Token token) const {
    if (m_reasonsState != ReasonsState::Known) return m_reasonsState == ReasonsState::Waiting ? tr("…") : QString();
    const auto* found = reasons(token);
    if (!found || found->empty()) return tr("no single item");
    QStringList titles;
    for (const RemovalEffect& reason : *found) titles << reasonTitle(reason);
    return titles.join(QStringLiteral(" · "));
}

QString RecommendationModel::shortReasonsText(Token token) const {
    const auto* found = reasons(token);
    if (m_reasonsWrapped || !found || found->size() < 2) return tr("why: %1").arg(reasonsText(token));
    // Names only the first reason, because one legible title is better than two cut ones; the tooltip lists all
    // reasons.
    return tr("why: %1 + %2 more").arg(reasonTitle(found->front())).arg(found->size() - 1);
}

QString RecommendationModel::reasonsToolTip(Token token) const {
    if (m_reasonsState == ReasonsState::Waiting) return tr("The removal test is running.");
    const auto* found = reasons(token);
    if (!found) return {};
    if (found->empty())
        return tr(
            "Whichever single item is removed, this recommendation keeps its rank and at least nine tenths of its "
            "probability.");
    QStringList lines{tr("Fall of the log-probability without the item, in nats:")};
    for (const RemovalEffect& reason : *found)
        lines << tr("%1  %2").arg(signedNumber(reason.effect, 3), reasonTitle(reason));
    return lines.join(QLatin1Char('\n'));
}

QString RecommendationModel::toolTip(int row, int column) const {
    const Recommendation shown = at(row);
    if (column == Why) return reasonsToolTip(shown.token);
    QStringList lines{titleAndGenres(row)};
    lines << tr("score %1, probability %2").arg(fixedNumber(shown.score, 3)).arg(fixedNumber(shown.probability, 5));
    if (const auto found = m_popularity.find(shown.token); found != m_popularity.end()) {
        const ItemInfo* known = info(shown.token);
        lines << tr("popularity rank %1 of %2, %3 interactions")
                     .arg(wholeNumber(found->second), wholeNumber(itemCount()),
                          wholeNumber(known ? known->interactions : 0));
    }
    if (isInOrder(row)) lines << tr("This item is also in the held-out order.");
    if (isTarget(row)) {
        lines << (m_order.size() > 1
                      ? tr("This is the first item of the held-out order: the item that really came next.")
                      : tr("This is the held-out item: the item that really came next."));
        if (isBelowList(row))
            lines << tr("It ranks %1 of %2, below the list.").arg(wholeNumber(shown.rank), wholeNumber(itemCount()));
    }
    if (m_reasonsBelowTitles && column == Item) lines << reasonsToolTip(shown.token);
    return lines.join(QLatin1Char('\n'));
}

QVariant RecommendationModel::extraData(int row, int column, int role) const {
    if (!m_reasonsBelowTitles || column != Item) return {};
    if (role == SecondLineRole) return shortReasonsText(token(row));
    return role == WholeSecondLineRole ? QVariant(tr("why: %1").arg(reasonsText(token(row)))) : QVariant();
}

}  // namespace recscope::ui
