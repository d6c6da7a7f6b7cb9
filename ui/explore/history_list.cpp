// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/history_list.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QVBoxLayout>

#include "ui/explore/history_model.h"
#include "ui/explore/row_delegates.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
// Design pixels from which there is room for dates and ratings, for gaps and numbers.
constexpr int kWide = 480, kWidest = 640;
constexpr int kOneLine = 420;  ///< design pixels from which a title has room in one line

/// Draws a line above the first row the model reads.
class HistoryView : public TableView {
public:
    using TableView::TableView;

protected:
    void paintEvent(QPaintEvent* event) override {
        TableView::paintEvent(event);
        const auto* history = qobject_cast<const HistoryModel*>(model());
        const int row = history ? history->firstRead() : -1;
        if (row < 0) return;
        const int y = rowViewportPosition(row);
        QPainter painter(viewport());
        painter.setPen(QPen(Theme::instance().colours().accent, 1, Qt::DashLine));
        painter.drawLine(0, y, viewport()->width(), y);
    }
};
}  // namespace

HistoryList::HistoryList(QWidget* parent)
    : QWidget(parent),
      m_view(new HistoryView),
      m_model(new HistoryModel(this)),
      m_title(new QLabel(tr("History"))),
      m_note(new ElidedLabel),
      m_sum(new ElidedLabel),
      m_places(new PlaceDelegate(m_view)),
      m_titles(new TitleDelegate(m_view)),
      m_shares(new BarDelegate(BarDelegate::Kind::Share, QStringLiteral("0.000"), m_view)),
      m_differences(new BarDelegate(BarDelegate::Kind::Diverging, QStringLiteral("+0.000"), m_view)) {
    m_title->setProperty("role", "section");
    m_note->setProperty("role", "caption");
    m_note->setObjectName(QStringLiteral("historyNote"));
    m_sum->setProperty("role", "caption");
    m_sum->setObjectName(QStringLiteral("historySum"));
    m_sum->hide();
    m_view->setObjectName(QStringLiteral("history"));
    m_view->setAccessibleName(tr("History"));
    m_view->setModel(m_model);
    m_view->setNumericColumns(
        {HistoryModel::Number, HistoryModel::Rating, HistoryModel::Attention, HistoryModel::Removal});
    m_view->setStretchColumn(HistoryModel::Item);
    m_view->setItemDelegateForColumn(HistoryModel::Number, m_places);
    m_view->setItemDelegateForColumn(HistoryModel::Item, m_titles);
    m_view->setItemDelegateForColumn(HistoryModel::Attention, m_shares);
    m_view->setItemDelegateForColumn(HistoryModel::Removal, m_differences);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setExportName(QStringLiteral("history"));
    m_view->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);

    auto* header = new QHBoxLayout;
    header->addWidget(m_title);
    header->addSpacing(Theme::instance().px(space::kUnit));
    header->addWidget(m_note, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::instance().px(space::kInside));
    layout->addLayout(header);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_sum);

    connect(&Theme::instance(), &Theme::changed, this, &HistoryList::fitColumns);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_selecting || !current.isValid()) return;
                const QScopedValueRollback choosing(m_choosing, true);
                emit chosen(current.row());
            });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HistoryList::showSum);
    connect(m_view, &QAbstractItemView::entered, this, [this](const QModelIndex& index) { emit hovered(index.row()); });
}

void HistoryList::setAnswer(std::shared_ptr<const ExploreAnswer> answer,
                            std::shared_ptr<const ItemCatalogue> catalogue) {
    const QScopedValueRollback selecting(m_selecting, true);
    m_looker.clear();
    m_target.clear();
    m_read.clear();
    const bool same = answer && m_model->answer() && m_model->answer()->user.user == answer->user.user &&
                      m_model->answer()->request.dataset == answer->request.dataset &&
                      m_model->answer()->given == answer->given;
    const int scrolled = m_view->verticalScrollBar()->value();
    if (answer) {
        m_read = answer->given == 1 ? tr("1 item") : tr("%1 items").arg(wholeNumber(answer->given));
        if (answer->explanation && answer->explanation->firstPosition > 0)
            m_read += tr(", the model reads the last %1")
                          .arg(wholeNumber(answer->given - answer->explanation->firstPosition));
    }
    m_note->setText(m_read);
    const bool explained = answer && answer->explanation;
    m_model->setAnswer(std::move(answer), std::move(catalogue));
    m_view->setColumnHidden(HistoryModel::Attention, !explained);
    m_view->setColumnHidden(HistoryModel::Removal, !explained);
    fitColumns();
    if (same) {
        m_view->verticalScrollBar()->setValue(scrolled);
    } else {
        m_view->scrollToBottom();
    }
}

void HistoryList::fitColumns() {
    // In little room the title comes first: date, gap and rating stay in the row's tooltip.
    const bool wide = width() >= Theme::instance().px(kWide);
    m_view->setColumnHidden(HistoryModel::Date, !m_model->hasTimes() || !wide);
    const bool widest = width() >= Theme::instance().px(kWidest);
    m_view->setColumnHidden(HistoryModel::Gap, !m_model->hasTimes() || !widest);
    m_places->setNumbersShown(widest || !m_model->hasTimes());
    m_model->setNumbersShown(widest || !m_model->hasTimes());
    m_view->horizontalHeader()->setMinimumSectionSize(Theme::instance().px(20));
    m_view->setColumnHidden(HistoryModel::Rating, !m_model->hasRatings() || !wide);
    // Where nothing is left to hide, titles go over two lines.
    const bool two = width() < Theme::instance().px(kOneLine);
    m_titles->setTwoLines(two);
    m_shares->setTwoLines(two);
    m_differences->setTwoLines(two);
    m_view->verticalHeader()->setDefaultSectionSize(m_titles->rowHeight());
    m_view->fitColumns();
    m_view->setColumnWidth(HistoryModel::Number,
                           m_places->sizeHint({}, m_model->index(0, HistoryModel::Number)).width());
}

void HistoryList::resizeEvent(QResizeEvent*) {
    fitColumns();
}

void HistoryList::setAttention(std::vector<float> weights, const QString& looker, MapScale scale) {
    m_model->setAttention(std::move(weights), scale);
    if (scale != m_scale) {
        m_scale = scale;
        m_view->setItemDelegateForColumn(HistoryModel::Attention,
                                         scale == MapScale::Diverging ? m_differences : m_shares);
        fitColumns();
    }
    m_looker = looker;
    showNote();
}

void HistoryList::setRemoval(const std::vector<RemovalEffect>& effects, const QString& target) {
    m_model->setRemoval(effects);
    m_target = target;
    showNote();
}

void HistoryList::showSum() {
    std::vector<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) rows.push_back(index.row());
    const QString text = m_model->sumText(rows);
    m_sum->setText(text);
    m_sum->setVisible(!text.isEmpty());
}

void HistoryList::showNote() {
    showSum();
    QStringList lines;
    m_note->setText(m_looker.isEmpty() ? m_read : tr("%1 · %2 looks").arg(m_read, m_looker));
    if (!m_looker.isEmpty()) {
        lines << (m_scale == MapScale::Diverging
                      ? tr("Attention: what %1 looks at more or less in the shown difference.")
                      : tr("Attention: what %1 looks at in the shown head."))
                     .arg(m_looker);
    }
    if (!m_target.isEmpty()) lines << tr("Removal: how much log p(%1) falls when the item is taken out.").arg(m_target);
    m_note->setToolTip(lines.join(QLatin1Char('\n')));
    m_view->setAccessibleDescription(lines.join(QLatin1Char(' ')));
}

void HistoryList::setLit(int index) {
    m_model->setLit(index);
    if (index >= 0 && index < m_model->rowCount()) m_view->scrollTo(m_model->index(index, 0));
}

void HistoryList::select(int index) {
    if (m_choosing) return;
    const QScopedValueRollback selecting(m_selecting, true);
    if (index >= 0 && index < m_model->rowCount()) {
        m_view->selectRow(index);
    } else {
        m_view->setCurrentIndex({});
    }
}

bool HistoryList::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Leave) emit hovered(-1);
    return QWidget::eventFilter(object, event);
}

}  // namespace recscope::ui
