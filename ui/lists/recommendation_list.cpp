// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/recommendation_list.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/lists/recommendation_model.h"
#include "ui/lists/row_delegates.h"
#include "ui/lists/title_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
constexpr int kProbabilityFrom = 240;  ///< design pixels with room for more than rank and title
constexpr int kRowsOfTwoLines = 5;     ///< a list with room for fewer has compact rows
constexpr int kLeastWhy = 110;         ///< design pixels: with less, reasons stand below the titles
constexpr double kWhyShare = 0.3;      ///< of the width that the reasons have before popularity and score
constexpr double kLeastWrapped = 0.35, kMostWrapped = 0.5;  ///< of the titles' room that wrapped reasons have

/// Draws a line above the truth from further down.
class RecommendationView : public TableView {
public:
    explicit RecommendationView(const RecommendationModel& list) : m_list(list) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        TableView::paintEvent(event);
        const int last = m_list.rowCount() - 1;
        if (last < 0 || !m_list.isBelowList(last) || horizontalHeader()->isSortIndicatorShown()) return;
        const int y = rowViewportPosition(last);
        QPainter painter(viewport());
        painter.setPen(QPen(Theme::instance().colours().muted, 1, Qt::DashLine));
        painter.drawLine(0, y, viewport()->width(), y);
    }

private:
    const RecommendationModel& m_list;
};
}  // namespace

RecommendationList::RecommendationList(QWidget* parent)
    : QWidget(parent),
      m_model(new RecommendationModel(this)),
      m_titles(new TitleDelegate(this)),
      m_reasons(new TitleDelegate(this)),
      m_bars(new BarDelegate(BarDelegate::Kind::Share, QStringLiteral("0.0000"), this)) {
    m_view = new RecommendationView(*m_model);
    m_sort = new ColumnSort(*m_view, *m_model, SortRole, {RecommendationModel::Rank, RecommendationModel::Popularity},
                            tr("Rank order"));
    m_sort->setObjectName(QStringLiteral("recommendationsSort"));
    m_view->setObjectName(QStringLiteral("recommendations"));
    m_view->setAccessibleName(tr("Recommendations"));
    m_view->setNumericColumns({RecommendationModel::Rank, RecommendationModel::Score, RecommendationModel::Probability,
                               RecommendationModel::Popularity});
    m_view->setStretchColumn(RecommendationModel::Item);
    m_view->setItemDelegateForColumn(RecommendationModel::Item, m_titles);
    m_view->setItemDelegateForColumn(RecommendationModel::Why, m_reasons);
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
            [this](const QModelIndex& current) { emit selected(m_model->tokenAt(m_sort->rowOf(current))); });
    connect(m_view, &QAbstractItemView::entered, this,
            [this](const QModelIndex& index) { emit hovered(m_model->tokenAt(m_sort->rowOf(index))); });
    connect(m_sort, &ColumnSort::changed, this, &RecommendationList::fitColumns);
    // The reasons come later than the list.
    connect(m_model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex& last, const QList<int>& roles) {
                if (last.column() < RecommendationModel::Popularity || !roles.isEmpty()) return;
                m_sort->refresh();
                fitColumns();
            });
}

void RecommendationList::setExplanation(std::shared_ptr<const Explanation> explanation,
                                        std::shared_ptr<const ItemCatalogue> catalogue) {
    const Token kept = selectedToken();
    const bool same = explanation && m_model->explanation() && explanation->history == m_model->explanation()->history;
    m_model->setExplanation(std::move(explanation), std::move(catalogue));
    m_sort->refresh();
    fitColumns();
    const int row = m_model->rowOf(kept);
    if (row >= 0) m_view->selectRow(m_sort->shown(row).row());
    if (!same) m_view->scrollToTop();
}

void RecommendationList::setWhyShown(bool shown) {
    m_why = shown;
    fitColumns();
}

void RecommendationList::fitColumns() {
    // Titles get their width before anything else; what has no room stays in the row's tooltip.
    const Theme& theme = Theme::instance();
    const auto show = [this](int column, bool shown) { m_view->setColumnHidden(column, !shown); };
    show(RecommendationModel::Probability, width() >= theme.px(kProbabilityFrom));
    for (const int column : {RecommendationModel::Popularity, RecommendationModel::Score, RecommendationModel::Why})
        show(column, true);
    m_titles->setLines(m_wrapped ? TitleLines::Wrapped : isLow() ? TitleLines::Compact : TitleLines::One);
    m_reasons->setLines(m_titles->lines());
    m_bars->setLines(m_titles->lines());
    m_view->fitColumns();
    int titles = 0, reasons = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        titles = std::max(titles, m_titles->widthFor(m_model->index(row, RecommendationModel::Item)));
        reasons = std::max(reasons, m_reasons->widthFor(m_model->index(row, RecommendationModel::Why)));
    }
    if (m_model->knowsWhy()) m_whyWidth = reasons;
    int room = m_view->viewport()->width() - m_view->columnWidth(RecommendationModel::Rank) - titles;
    if (!m_view->isColumnHidden(RecommendationModel::Probability))
        room -= m_view->columnWidth(RecommendationModel::Probability);
    // Wrapped, titles and reasons share what there is by what they need.
    const int both = room + titles;
    if (m_wrapped && m_why && m_whyWidth > 0 && room < m_whyWidth)
        room = int(both * std::clamp(double(m_whyWidth) / (titles + m_whyWidth), kLeastWrapped, kMostWrapped));
    const bool below = m_why && room < theme.px(kLeastWhy);
    // The reasons are two titles: numbers come before the second of them, the rest of the room is theirs.
    const int fewest = theme.px(kLeastWhy), share = std::max(fewest, int(m_view->viewport()->width() * kWhyShare));
    int why = std::clamp(std::min(m_whyWidth, room), fewest, m_wrapped ? std::max(fewest, room) : share);
    show(RecommendationModel::Why, m_why && !below);
    if (m_why && !below) room -= why;
    for (const int column : {RecommendationModel::Popularity, RecommendationModel::Score}) {
        const int width = m_view->columnWidth(column);
        const bool wanted = column == RecommendationModel::Score || m_why;
        show(column, wanted && (width <= room || column == m_sort->column()));
        if (!m_view->isColumnHidden(column)) room -= width;
    }
    why += std::clamp(m_whyWidth - why, 0, std::max(room, 0));
    m_model->setWhyBelow(below);
    m_model->setWhyWhole(m_wrapped);
    if (below && m_titles->lines() == TitleLines::One) m_titles->setLines(TitleLines::Two);
    m_bars->setLines(m_titles->lines());
    m_view->fitColumns();
    if (m_why && !below) m_view->setColumnWidth(RecommendationModel::Why, why);
    fitRows();
}

bool RecommendationList::isLow() const {
    TitleDelegate two;
    two.setLines(TitleLines::Two);
    const int header = m_view->horizontalHeader()->sizeHint().height();
    return m_why && m_view->height() < header + kRowsOfTwoLines * two.rowHeight();
}

void RecommendationList::fitRows() {
    QHeaderView* rows = m_view->verticalHeader();
    rows->setDefaultSectionSize(m_titles->rowHeight());
    if (!m_wrapped) return;
    const int title = m_view->columnWidth(RecommendationModel::Item),
              why = m_view->columnWidth(RecommendationModel::Why);
    for (int row = 0; row < rows->count(); ++row) {
        int height = m_titles->heightFor(m_view->model()->index(row, RecommendationModel::Item), title);
        if (!m_view->isColumnHidden(RecommendationModel::Why))
            height = std::max(height, m_reasons->heightFor(m_view->model()->index(row, RecommendationModel::Why), why));
        if (height != rows->sectionSize(row)) rows->resizeSection(row, height);
    }
}

void RecommendationList::setWrapped(bool wrapped) {
    m_wrapped = wrapped;
    fitColumns();
}

void RecommendationList::resizeEvent(QResizeEvent*) {
    fitColumns();
    // The table inside has its new width only when the layout has run.
    QMetaObject::invokeMethod(this, &RecommendationList::fitColumns, Qt::QueuedConnection);
}

void RecommendationList::clear() {
    setExplanation({}, {});
}

void RecommendationList::select(Token token) {
    const int row = m_model->rowOf(token);
    if (row >= 0) {
        m_view->selectRow(m_sort->shown(row).row());
    } else {
        m_view->setCurrentIndex({});
    }
}

Token RecommendationList::selectedToken() const {
    return m_model->tokenAt(m_sort->rowOf(m_view->currentIndex()));
}

void RecommendationList::setLit(Token token) {
    m_model->setLit(token);
}

bool RecommendationList::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Leave) emit hovered(kPadToken);
    return QWidget::eventFilter(object, event);
}

}  // namespace recscope::ui
