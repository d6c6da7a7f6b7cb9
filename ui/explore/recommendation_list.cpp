// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/recommendation_list.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/explore/recommendation_model.h"
#include "ui/explore/row_delegates.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
constexpr int kWide = 380;  ///< design pixels from which every column has room
}

RecommendationList::RecommendationList(QWidget* parent)
    : QWidget(parent), m_view(new TableView), m_model(new RecommendationModel(this)), m_heldOut(new ElidedLabel) {
    m_view->setObjectName(QStringLiteral("recommendations"));
    m_view->setAccessibleName(tr("Recommendations"));
    m_view->setModel(m_model);
    m_view->setNumericColumns(
        {RecommendationModel::Rank, RecommendationModel::Score, RecommendationModel::Probability});
    m_view->setStretchColumn(RecommendationModel::Item);
    m_view->setItemDelegateForColumn(RecommendationModel::Item, new TitleDelegate(m_view));
    m_view->setItemDelegateForColumn(RecommendationModel::Probability,
                                     new BarDelegate(BarDelegate::Kind::Share, QStringLiteral("0.0000"), m_view));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setExportName(QStringLiteral("recommendations"));
    m_view->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);
    m_heldOut->setObjectName(QStringLiteral("heldOut"));
    m_heldOut->setProperty("role", "caption");
    m_heldOut->hide();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::instance().px(space::kUnit));
    layout->addWidget(m_view, 1);
    layout->addWidget(m_heldOut);

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

    QString text;
    const Explanation* shown = m_model->explanation();
    if (shown && shown->heldOut && m_model->rowOf(shown->heldOut->token) < 0) {
        text = tr("Held out: %1, rank %2 of %3")
                   .arg(m_model->titleOf(shown->heldOut->token), wholeNumber(shown->heldOut->rank),
                        wholeNumber(m_model->itemCount()));
        m_heldOut->setToolTip(text + QLatin1Char('\n') +
                              tr("score %1, probability %2")
                                  .arg(double(shown->heldOut->score), 0, 'f', 3)
                                  .arg(double(shown->heldOut->probability), 0, 'f', 5));
    }
    m_heldOut->setText(text);
    m_heldOut->setVisible(!text.isEmpty());
}

void RecommendationList::fitColumns() {
    // In little room the title comes first: the score stays in the row's tooltip.
    m_view->setColumnHidden(RecommendationModel::Score, width() < Theme::instance().px(kWide));
    m_view->fitColumns();
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

QString RecommendationList::heldOutText() const {
    return m_heldOut->text();
}

bool RecommendationList::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Leave) emit hovered(kPadToken);
    return QWidget::eventFilter(object, event);
}

}  // namespace recscope::ui
