// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/recommendation_list.h"

#include <algorithm>

#include "ui/lists/recommendation_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/column_sort.h"

namespace recscope::ui {

namespace {
using Model = RecommendationModel;
/// Smallest width of the list, in design pixels, at which the probability column is shown.
constexpr int kProbabilityFrom = 240;
/// Smallest width of the column of reasons in design pixels; with less room, reasons are below the titles.
constexpr int kMinWhyWidth = 110;
/// Largest share of the list's width that the reasons get before popularity and score get any.
constexpr double kWhyShare = 0.3;
/// The smallest and the largest share of wrapped reasons in the width for titles and reasons together.
constexpr double kMinWrappedShare = 0.35, kMaxWrappedShare = 0.5;
}  // namespace

RecommendationList::RecommendationList(QWidget* parent) : RecommendationList(new Model, parent) {}

RecommendationList::RecommendationList(Model* model, QWidget* parent)
    : ItemRowList(model,
                  {.name = QStringLiteral("recommendations"),
                   .about = tr("Recommendations"),
                   .ownOrder = tr("Rank order"),
                   .numeric = {Model::Rank, Model::Score, Model::Probability, Model::Popularity},
                   .ascending = {Model::Rank, Model::Popularity}},
                  parent),
      m_model(model),
      m_reasons(addTitles(Model::Why)) {
    addBars({Model::Probability}, BarDelegate::Kind::Share, QStringLiteral("0.0000"));
    view()->setSelectionMode(QAbstractItemView::SingleSelection);
    arrange(this, column({grow(view())}));
    connect(view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { emit selected(m_model->tokenAt(sorting().rowOf(current))); });
    connect(this, &ItemRowList::rowHovered, this, [this](int row) { emit hovered(m_model->tokenAt(row)); });
    connect(&sorting(), &ColumnSort::changed, this, &RecommendationList::fitColumns);
    // The reasons arrive after the list, so the rows are then sorted and the columns fitted again.
    connect(m_model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex& last, const QList<int>& roles) {
                if (last.column() < Model::Popularity || !roles.isEmpty()) return;
                sorting().refresh();
                fitColumns();
            });
}

void RecommendationList::setExplanation(std::shared_ptr<const Explanation> explanation,
                                        std::shared_ptr<const ItemCatalogue> catalogue) {
    const Token kept = selectedToken();
    const bool same = explanation && m_model->explanation() && explanation->history == m_model->explanation()->history;
    m_model->setExplanation(std::move(explanation), std::move(catalogue));
    sorting().refresh();
    fitColumns();
    if (const int row = m_model->rowOf(kept); row >= 0) selectRow(row);
    if (!same) view()->scrollToTop();
}

void RecommendationList::setReasonsShown(bool shown) {
    m_showsReasons = shown;
    fitColumns();
}

void RecommendationList::fitColumns() {
    // Titles get their width first; columns without room are hidden, and the row's tooltip has their values.
    const Theme& theme = Theme::instance();
    const bool wrapped = isWrapped(), compact = m_showsReasons && needsCompactRows();
    showColumn(Model::Probability, width() >= theme.px(kProbabilityFrom));
    showColumn(Model::Popularity, m_showsReasons);
    showColumn(Model::Score, true);
    showColumn(Model::Why, true);
    setLines(wrapped ? TitleLines::Wrapped : compact ? TitleLines::Compact : TitleLines::One);
    view()->fitColumns();
    int widest = 0, reasons = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        widest = std::max(widest, titles()->widthFor(m_model->index(row, Model::Item)));
        reasons = std::max(reasons, m_reasons->widthFor(m_model->index(row, Model::Why)));
    }
    if (m_model->hasReasons()) m_reasonsWidth = reasons;
    const int viewWidth = view()->viewport()->width(), minWhy = theme.px(kMinWhyWidth);
    int available = viewWidth - widthOf(Model::Rank) - widest - widthOf(Model::Probability);
    // When wrapped, titles and reasons share the room in proportion to their widths.
    const int shared = available + widest;
    if (wrapped && m_showsReasons && m_reasonsWidth > 0 && available < m_reasonsWidth)
        available = int(shared * std::clamp(double(m_reasonsWidth) / (widest + m_reasonsWidth), kMinWrappedShare,
                                            kMaxWrappedShare));
    const bool below = m_showsReasons && available < minWhy, beside = m_showsReasons && !below;
    // The reasons of a row are the titles of two history items. The width goes first to one of these titles, then to
    // the columns of numbers, and last to the second title.
    const int maxWhy = std::max(minWhy, wrapped ? available : int(viewWidth * kWhyShare));
    const int why = std::clamp(std::min(m_reasonsWidth, available), minWhy, maxWhy);
    showColumn(Model::Why, beside);
    available = fitInto(beside ? available - why : available, {Model::Popularity, Model::Score});
    m_model->setReasonsBelowTitles(below);
    m_model->setReasonsWrapped(wrapped);
    if (below && !wrapped && !compact) setLines(TitleLines::Two);
    view()->fitColumns();
    if (beside) view()->setColumnWidth(Model::Why, why + std::clamp(m_reasonsWidth - why, 0, std::max(available, 0)));
    fitRows();
}

void RecommendationList::select(Token token) {
    selectRow(m_model->rowOf(token));
}

Token RecommendationList::selectedToken() const {
    return m_model->tokenAt(currentRow());
}

void RecommendationList::setHighlighted(Token token) {
    m_model->setHighlighted(m_model->rowOf(token));
}

}  // namespace recscope::ui
