// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/recommendation_list.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/explore/recommendation_model.h"
#include "ui/explore/row_delegates.h"
#include "ui/theme/theme.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
// Design pixels from which there is room for the probability, for reasons beside the titles instead of below them, for
// the popularity, for the score.
constexpr int kProbabilityFrom = 240, kWhyFrom = 440, kPopularityFrom = 500, kScoreFrom = 560, kScoreAloneFrom = 380;
constexpr double kWhyShare = 0.3;  ///< of the width

/// Draws a line above the truth from further down.
class RecommendationView : public TableView {
public:
    using TableView::TableView;

protected:
    void paintEvent(QPaintEvent* event) override {
        TableView::paintEvent(event);
        const auto* list = qobject_cast<const RecommendationModel*>(model());
        const int last = list ? list->rowCount() - 1 : -1;
        if (last < 0 || !list->isBelowList(last)) return;
        const int y = rowViewportPosition(last);
        QPainter painter(viewport());
        painter.setPen(QPen(Theme::instance().colours().muted, 1, Qt::DashLine));
        painter.drawLine(0, y, viewport()->width(), y);
    }
};
}  // namespace

RecommendationList::RecommendationList(QWidget* parent)
    : QWidget(parent),
      m_view(new RecommendationView),
      m_model(new RecommendationModel(this)),
      m_titles(new TitleDelegate(m_view)),
      m_bars(new BarDelegate(BarDelegate::Kind::Share, QStringLiteral("0.0000"), m_view)) {
    m_view->setObjectName(QStringLiteral("recommendations"));
    m_view->setAccessibleName(tr("Recommendations"));
    m_view->setModel(m_model);
    m_view->setNumericColumns({RecommendationModel::Rank, RecommendationModel::Score, RecommendationModel::Probability,
                               RecommendationModel::Popularity});
    m_view->setStretchColumn(RecommendationModel::Item);
    m_view->setItemDelegateForColumn(RecommendationModel::Item, m_titles);
    m_view->setItemDelegateForColumn(RecommendationModel::Probability, m_bars);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setExportName(QStringLiteral("recommendations"));
    m_view->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::instance().px(space::kUnit));
    layout->addWidget(m_view, 1);

    // After the table's own reaction, which gives each column what its text needs.
    connect(&Theme::instance(), &Theme::changed, this, &RecommendationList::fitColumns);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { emit selected(m_model->tokenAt(current.row())); });
    connect(m_view, &QAbstractItemView::entered, this,
            [this](const QModelIndex& index) { emit hovered(m_model->tokenAt(index.row())); });
}

void RecommendationList::setExplanation(std::shared_ptr<const Explanation> explanation,
                                        std::shared_ptr<const ItemCatalogue> catalogue) {
    const Token kept = selectedToken();
    const bool same = explanation && m_model->explanation() && explanation->history == m_model->explanation()->history;
    m_model->setExplanation(std::move(explanation), std::move(catalogue));
    fitColumns();
    const int row = m_model->rowOf(kept);
    if (row >= 0) m_view->selectRow(row);
    if (!same) m_view->scrollToTop();
}

void RecommendationList::setWhyShown(bool shown) {
    m_why = shown;
    fitColumns();
}

void RecommendationList::fitColumns() {
    // In little room the title comes first: the rest stays in the row's tooltip.
    const Theme& theme = Theme::instance();
    m_view->setColumnHidden(RecommendationModel::Probability, width() < theme.px(kProbabilityFrom));
    const bool below = m_why && width() < theme.px(kWhyFrom);
    m_view->setColumnHidden(RecommendationModel::Why, !m_why || below);
    m_model->setWhyBelow(below);
    m_titles->setTwoLines(below);
    m_bars->setTwoLines(below);
    m_view->verticalHeader()->setDefaultSectionSize(m_titles->rowHeight());
    m_view->setColumnHidden(RecommendationModel::Popularity, !m_why || width() < theme.px(kPopularityFrom));
    m_view->setColumnHidden(RecommendationModel::Score, width() < theme.px(m_why ? kScoreFrom : kScoreAloneFrom));
    m_view->fitColumns();
    // The reasons change with every user: a fixed share of the width keeps the columns where they are.
    if (m_why) m_view->setColumnWidth(RecommendationModel::Why, int(width() * kWhyShare));
}

void RecommendationList::resizeEvent(QResizeEvent*) {
    fitColumns();
}

void RecommendationList::clear() {
    setExplanation({}, {});
}

void RecommendationList::select(Token token) {
    const int row = m_model->rowOf(token);
    if (row >= 0) {
        m_view->selectRow(row);
    } else {
        m_view->setCurrentIndex({});
    }
}

Token RecommendationList::selectedToken() const {
    return m_model->tokenAt(m_view->currentIndex().row());
}

void RecommendationList::setLit(Token token) {
    m_model->setLit(token);
}

bool RecommendationList::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Leave) emit hovered(kPadToken);
    return QWidget::eventFilter(object, event);
}

}  // namespace recscope::ui
