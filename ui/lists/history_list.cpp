// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/history_list.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/lists/history_model.h"
#include "ui/lists/row_delegates.h"
#include "ui/lists/title_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
constexpr int kRowsOfTwoLines = 5;    ///< a table with room for fewer has compact rows
constexpr int kArrow = 12;            ///< design pixels of the arrow of a sorted head
constexpr double kMostTitles = 0.95;  ///< a few very long ones do not take the room of everything else

/// Draws a line above the first row the model reads.
class HistoryView : public TableView {
public:
    explicit HistoryView(const HistoryModel& history) : m_history(history) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        TableView::paintEvent(event);
        const int row = m_history.firstRead();
        // Sorted by something else there is no line between what is read and what is not.
        if (row < 0 || horizontalHeader()->isSortIndicatorShown()) return;
        const int y = rowViewportPosition(row);
        QPainter painter(viewport());
        painter.setPen(QPen(Theme::instance().colours().accent, 1, Qt::DashLine));
        painter.drawLine(0, y, viewport()->width(), y);
    }

private:
    const HistoryModel& m_history;
};
}  // namespace

HistoryList::HistoryList(QWidget* parent)
    : QWidget(parent),
      m_model(new HistoryModel(this)),
      m_title(new QLabel(tr("History"))),
      m_note(new QLabel),
      m_sum(new QLabel),
      m_places(new PlaceDelegate(this)),
      m_titles(new TitleDelegate(this)),
      m_shares(new BarDelegate(BarDelegate::Kind::Share, QStringLiteral("0.000"), this)),
      m_differences(new BarDelegate(BarDelegate::Kind::Diverging, QStringLiteral("+0.000"), this)) {
    m_view = new HistoryView(*m_model);
    m_sort = new ColumnSort(*m_view, *m_model, SortRole, {HistoryModel::Number}, tr("Time order"));
    m_sort->setObjectName(QStringLiteral("historySort"));
    for (QLabel* label : {m_note, m_sum}) label->setWordWrap(true);
    m_title->setProperty("role", "section");
    m_note->setProperty("role", "caption");
    m_note->setObjectName(QStringLiteral("historyNote"));
    m_sum->setProperty("role", "caption");
    m_sum->setObjectName(QStringLiteral("historySum"));
    m_sum->hide();
    m_view->setObjectName(QStringLiteral("history"));
    m_view->setAccessibleName(tr("History"));
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
                emit chosen(m_sort->rowOf(current));
            });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HistoryList::showSum);
    connect(m_view, &QAbstractItemView::entered, this,
            [this](const QModelIndex& index) { emit hovered(m_sort->rowOf(index)); });
    connect(m_sort, &ColumnSort::changed, this, [this] {
        m_model->setInTimeOrder(m_sort->column() < 0);
        fitColumns();
        // In time order the newest matter, as when the user was chosen.
        if (m_sort->column() < 0) m_view->scrollToBottom();
    });
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
        const std::int32_t read =
            answer->explanation ? answer->given - answer->explanation->firstPosition : answer->given;
        if (answer->explanation && !answer->unreadHistory.empty()) {
            m_read += tr(", the model does not read them");
        } else if (read < answer->given) {
            m_read += read == 1 ? tr(", the model reads only the last one")
                                : tr(", the model reads the last %1").arg(wholeNumber(read));
        }
    }
    m_note->setText(m_read);
    const bool attention = answer && answer->hasAttention();
    const bool removal = answer && answer->explanation && answer->unreadHistory.empty();
    m_model->setAnswer(std::move(answer), std::move(catalogue));
    m_view->setColumnHidden(HistoryModel::Attention, !attention);
    m_view->setColumnHidden(HistoryModel::Removal, !removal);
    // Nobody sees what the rows would be sorted by.
    if (m_sort->column() >= 0 && m_view->isColumnHidden(m_sort->column()) &&
        (m_sort->column() == HistoryModel::Attention || m_sort->column() == HistoryModel::Removal))
        m_sort->restoreOwnOrder();
    m_sort->refresh();
    measureTitles();
    fitColumns();
    if (same) {
        m_view->verticalScrollBar()->setValue(scrolled);
    } else if (m_sort->column() < 0) {
        m_view->scrollToBottom();
    } else {
        m_view->scrollToTop();
    }
}

void HistoryList::measureTitles() {
    std::vector<int> widths;
    for (int row = 0; row < m_model->rowCount(); ++row)
        widths.push_back(m_titles->widthFor(m_model->index(row, HistoryModel::Item)));
    if (widths.empty()) return;
    const auto wanted = widths.begin() + std::ptrdiff_t(kMostTitles * double(widths.size() - 1));
    std::nth_element(widths.begin(), wanted, widths.end());
    m_titleWidth = *wanted;
}

void HistoryList::fitColumns() {
    // The title comes first: a column that would cut it stays in the row's tooltip, the least telling one first.
    const bool sorted = m_sort->column() >= 0;
    const auto show = [this](int column, bool shown) { m_view->setColumnHidden(column, !shown); };
    const auto numberWidth = [this](bool shown) {
        m_places->setNumbersShown(shown);
        return m_places->sizeHint({}, m_model->index(0, HistoryModel::Number)).width();
    };
    show(HistoryModel::Date, m_model->hasTimes());
    show(HistoryModel::Gap, m_model->hasTimes());
    show(HistoryModel::Rating, m_model->hasRatings());
    setLines(TitleLines::One);
    m_view->horizontalHeader()->setMinimumSectionSize(Theme::instance().px(20));
    m_view->fitColumns();
    const auto widthOf = [this](int column) {
        return m_view->isColumnHidden(column) ? 0 : m_view->columnWidth(column);
    };
    // Places need their numbers where the line of time does not show them.
    int room = m_view->viewport()->width() - m_titleWidth - widthOf(HistoryModel::Attention) -
               widthOf(HistoryModel::Removal) - numberWidth(sorted || !m_model->hasTimes());
    for (const int column : {int(HistoryModel::Date), int(HistoryModel::Rating), int(HistoryModel::Gap)}) {
        const int width = widthOf(column);
        const bool asked = column == m_sort->column();
        show(column, width > 0 && (width <= room || asked));
        if (!m_view->isColumnHidden(column)) room -= width;
    }
    const bool numbered = sorted || !m_model->hasTimes() || numberWidth(true) - numberWidth(false) <= room;
    const int number = numberWidth(numbered);
    m_model->setNumbersShown(numbered);
    // Where nothing is left to hide, titles go over two lines.
    if (m_wrapped) {
        setLines(TitleLines::Wrapped);
    } else if (isLow()) {
        setLines(TitleLines::Compact);
    } else if (room < 0) {
        setLines(TitleLines::Two);
    }
    m_view->fitColumns();
    m_view->setColumnWidth(HistoryModel::Number, number);
    if (room < 0)
        for (const int column : {int(HistoryModel::Attention), int(HistoryModel::Removal)})
            m_view->setColumnWidth(column, std::min(m_view->columnWidth(column), leastWidth(column)));
    fitRows();
}

int HistoryList::leastWidth(int column) const {
    // The table keeps room for an arrow in every head, so that nothing moves when another is clicked; here titles need
    // it.
    const Theme& theme = Theme::instance();
    const int arrow = column == m_sort->column() ? theme.px(kArrow) : 0;
    const QString name = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    const int head = QFontMetrics(m_view->horizontalHeader()->font()).horizontalAdvance(name) +
                     theme.px(2 * space::kInside) + arrow + 1;
    const QAbstractItemView& cells = *m_view;
    return std::max(head, cells.sizeHintForColumn(column));
}

void HistoryList::setLines(TitleLines lines) {
    m_titles->setLines(lines);
    m_shares->setLines(lines);
    m_differences->setLines(lines);
}

bool HistoryList::isLow() const {
    TitleDelegate two;
    two.setLines(TitleLines::Two);
    const int header = m_view->horizontalHeader()->sizeHint().height();
    return m_view->height() < header + kRowsOfTwoLines * two.rowHeight();
}

int HistoryList::heightForRows(int rows) const {
    TitleDelegate compact;
    compact.setLines(TitleLines::Compact);
    const int table = m_view->horizontalHeader()->sizeHint().height() + 2 * m_view->frameWidth();
    return std::max(m_title->minimumHeight(), m_title->sizeHint().height()) + layout()->spacing() + table +
           rows * compact.rowHeight();
}

void HistoryList::fitRows() {
    QHeaderView* rows = m_view->verticalHeader();
    const int usual = m_titles->rowHeight(), width = m_view->columnWidth(HistoryModel::Item);
    rows->setDefaultSectionSize(usual);
    if (!m_wrapped) return;
    for (int row = 0; row < rows->count(); ++row) {
        const int height = m_titles->heightFor(m_view->model()->index(row, HistoryModel::Item), width);
        if (height != rows->sectionSize(row)) rows->resizeSection(row, height);
    }
}

void HistoryList::sortAgain() {
    if (m_sort->column() < 0) return;
    m_sort->refresh();
    fitRows();
}

void HistoryList::setHeaderHeight(int height) {
    m_title->setMinimumHeight(height);
}

void HistoryList::setWrapped(bool wrapped) {
    m_wrapped = wrapped;
    fitColumns();
}

void HistoryList::resizeEvent(QResizeEvent*) {
    fitColumns();
    // The table inside has its new width only when the layout has run.
    QMetaObject::invokeMethod(this, &HistoryList::fitColumns, Qt::QueuedConnection);
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
    if (m_sort->column() == HistoryModel::Removal) sortAgain();
    m_target = target;
    showNote();
}

void HistoryList::showSum() {
    std::vector<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) rows.push_back(m_sort->rowOf(index));
    const QString text = m_model->sumText(rows);
    m_sum->setText(text);
    m_sum->setVisible(!text.isEmpty());
}

void HistoryList::showNote() {
    showSum();
    QStringList lines;
    m_note->setText(m_looker.isEmpty() ? m_read : tr("%1 · attention of %2").arg(m_read, m_looker));
    if (!m_looker.isEmpty()) {
        lines << (m_scale == MapScale::Diverging
                      ? tr("Attention: what %1 looks at more or less in the shown difference.")
                      : tr("Attention: what %1 looks at in the shown head."))
                     .arg(m_looker);
    }
    if (!m_target.isEmpty()) lines << tr("Removal: how much log p(%1) falls when the item is removed.").arg(m_target);
    m_note->setToolTip(lines.join(QLatin1Char('\n')));
    m_view->setAccessibleDescription(lines.join(QLatin1Char(' ')));
}

void HistoryList::setLit(int index) {
    m_model->setLit(index);
    if (index >= 0 && index < m_model->rowCount()) m_view->scrollTo(m_sort->shown(index));
}

void HistoryList::reveal(int index) {
    m_view->scrollTo(m_sort->shown(index), QAbstractItemView::PositionAtCenter);
}

void HistoryList::setDeciding(const std::vector<int>& indices) {
    m_model->setDeciding(indices);
    fitColumns();
    if (!indices.empty()) reveal(indices.back());
}

void HistoryList::select(int index) {
    if (m_choosing) return;
    const QScopedValueRollback selecting(m_selecting, true);
    if (index >= 0 && index < m_model->rowCount()) {
        m_view->selectRow(m_sort->shown(index).row());
    } else {
        m_view->setCurrentIndex({});
    }
}

bool HistoryList::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Leave) emit hovered(-1);
    return QWidget::eventFilter(object, event);
}

}  // namespace recscope::ui
