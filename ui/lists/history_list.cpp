// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/history_list.h"

#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <algorithm>

#include "ui/lists/history_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
using Model = HistoryModel;
constexpr int kArrow = 12;                   ///< width of the sort arrow in a header, in design pixels
constexpr double kTitlesShownInFull = 0.95;  ///< share of titles that must fit; a few very long ones are cut
}  // namespace

HistoryList::HistoryList(QWidget* parent) : HistoryList(new Model, parent) {}

HistoryList::HistoryList(Model* model, QWidget* parent)
    : ItemRowList(model,
                  {.name = QStringLiteral("history"),
                   .about = tr("History"),
                   .ownOrder = tr("Time order"),
                   .numeric = {Model::Number, Model::Rating, Model::Attention, Model::Removal},
                   .ascending = {Model::Number}},
                  parent),
      m_model(model),
      m_title(sectionLabel(tr("History"))),
      m_note(captionLabel(QStringLiteral("historyNote"))),
      m_sum(captionLabel(QStringLiteral("historySum"))),
      m_positions(new PositionDelegate(this)),
      m_differences(
          addBars({Model::Attention, Model::Removal}, BarDelegate::Kind::Diverging, QStringLiteral("+0.000"))),
      m_shares(addBars({Model::Attention}, BarDelegate::Kind::Share, QStringLiteral("0.000"))) {
    m_sum->hide();
    view()->setItemDelegateForColumn(Model::Number, m_positions);
    view()->setSelectionMode(QAbstractItemView::ExtendedSelection);
    arrange(this, column({row({m_title, gap(space::kUnit), grow(m_note)}), grow(view()), m_sum}));

    connect(view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_selecting || !current.isValid()) return;
                const QScopedValueRollback choosing(m_choosing, true);
                emit chosen(sorting().rowOf(current));
            });
    connect(view()->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HistoryList::showSum);
    connect(&sorting(), &ColumnSort::changed, this, [this] {
        m_model->setInTimeOrder(sorting().column() < 0);
        fitColumns();
        // A list in time order scrolls to the newest items, as it does when a user is chosen.
        if (sorting().column() < 0) view()->scrollToBottom();
    });
}

void HistoryList::setAnswer(std::shared_ptr<const ExploreAnswer> answer,
                            std::shared_ptr<const ItemCatalogue> catalogue) {
    const QScopedValueRollback selecting(m_selecting, true);
    m_queryTitle.clear();
    m_contributionTarget.clear();
    m_removalTarget.clear();
    m_lengthText.clear();
    const bool same = answer && m_model->answer() && m_model->answer()->user.user == answer->user.user &&
                      m_model->answer()->request.dataset == answer->request.dataset &&
                      m_model->answer()->given == answer->given;
    const int scrolled = view()->verticalScrollBar()->value();
    if (answer) {
        m_lengthText = itemsText(answer->given);
        const std::int32_t read =
            answer->explanation ? answer->given - answer->explanation->firstPosition : answer->given;
        if (answer->explanation && !answer->unreadHistory.empty()) {
            m_lengthText += tr(", the model does not read them");
        } else if (read < answer->given) {
            m_lengthText += read == 1 ? tr(", the model reads only the last one")
                                      : tr(", the model reads the last %1").arg(wholeNumber(read));
        }
    }
    m_note->setText(m_lengthText);
    const bool attention = answer && (answer->hasAttention() || (answer->hasItemParts() && answer->given > 0));
    const bool removal = answer && answer->explanation && answer->unreadHistory.empty();
    m_model->setAnswer(std::move(answer), std::move(catalogue));
    showColumn(Model::Attention, attention);
    showColumn(Model::Removal, removal);
    // A list that is sorted by a column that is now hidden returns to its own order.
    const int sorted = sorting().column();
    if ((sorted == Model::Attention || sorted == Model::Removal) && !isShown(sorted)) sorting().restoreOwnOrder();
    sorting().refresh();
    measureTitles();
    fitColumns();
    if (same) {
        view()->verticalScrollBar()->setValue(scrolled);
    } else if (sorting().column() < 0) {
        view()->scrollToBottom();
    } else {
        view()->scrollToTop();
    }
}

void HistoryList::measureTitles() {
    std::vector<int> widths;
    for (int row = 0; row < m_model->rowCount(); ++row)
        widths.push_back(titles()->widthFor(m_model->index(row, Model::Item)));
    if (widths.empty()) return;
    const auto quantile = widths.begin() + std::ptrdiff_t(kTitlesShownInFull * double(widths.size() - 1));
    std::nth_element(widths.begin(), quantile, widths.end());
    m_titleWidth = *quantile;
}

void HistoryList::fitColumns() {
    // Titles have priority. Columns for which they leave no room are hidden; the row's tooltip has their values.
    const bool sorted = sorting().column() >= 0;
    const auto numberWidth = [this](bool shown) {
        m_positions->setNumbersShown(shown);
        return m_positions->sizeHint({}, m_model->index(0, Model::Number)).width();
    };
    showColumn(Model::Date, m_model->hasTimes());
    showColumn(Model::Gap, m_model->hasTimes());
    showColumn(Model::Rating, m_model->hasRatings());
    setLines(TitleLines::One);
    view()->horizontalHeader()->setMinimumSectionSize(Theme::instance().px(20));
    view()->fitColumns();
    // Rows need numbers if the timeline does not show their order.
    const bool needed = sorted || !m_model->hasTimes();
    const int available = fitInto(view()->viewport()->width() - m_titleWidth - widthOf(Model::Attention) -
                                      widthOf(Model::Removal) - numberWidth(needed),
                                  {Model::Date, Model::Rating, Model::Gap});
    const bool numbered = needed || numberWidth(true) - numberWidth(false) <= available;
    const int number = numberWidth(numbered);
    m_model->setNumbersShown(numbered);
    // If the titles still do not fit after columns were hidden, they take two lines.
    if (isWrapped()) {
        setLines(TitleLines::Wrapped);
    } else if (needsCompactRows()) {
        setLines(TitleLines::Compact);
    } else if (available < 0) {
        setLines(TitleLines::Two);
    }
    view()->fitColumns();
    view()->setColumnWidth(Model::Number, number);
    if (available < 0)
        for (const int column : {int(Model::Attention), int(Model::Removal)})
            view()->setColumnWidth(column, std::min(view()->columnWidth(column), minWidth(column)));
    fitRows();
}

int HistoryList::minWidth(int column) const {
    // A table normally reserves room for a sort arrow in every header, so that nothing moves when another header is
    // clicked. Here titles need that room.
    const Theme& theme = Theme::instance();
    const int arrow = column == sorting().column() ? theme.px(kArrow) : 0;
    const QString name = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    const int headerWidth = QFontMetrics(view()->horizontalHeader()->font()).horizontalAdvance(name) +
                            theme.px(2 * space::kPadding) + arrow + 1;
    const QAbstractItemView& cells = *view();
    return std::max(headerWidth, cells.sizeHintForColumn(column));
}

int HistoryList::heightForRows(int rows) const {
    TitleDelegate compact;
    compact.setLines(TitleLines::Compact);
    const int table = view()->horizontalHeader()->sizeHint().height() + 2 * view()->frameWidth();
    return std::max(m_title->minimumHeight(), m_title->sizeHint().height()) + layout()->spacing() + table +
           rows * compact.rowHeight();
}

void HistoryList::sortAgain() {
    if (sorting().column() < 0) return;
    sorting().refresh();
    fitRows();
}

void HistoryList::setHeaderHeight(int height) {
    m_title->setMinimumHeight(height);
}

void HistoryList::setAttention(std::vector<float> weights, const QString& queryTitle, MapScale scale) {
    showValues(std::move(weights), scale);
    m_queryTitle = queryTitle;
    showNote();
}

void HistoryList::setItemParts(std::span<const float> values, const QString& target) {
    const bool hasWeights = isWeight(m_model->partKind().value_or(ItemPartKind::Weight));
    showValues({values.begin(), values.end()}, hasWeights ? MapScale::Diverging : MapScale::Sequential);
    m_contributionTarget = target;
    if (sorting().column() == Model::Attention) sortAgain();
    showNote();
}

void HistoryList::showValues(std::vector<float> values, MapScale scale) {
    m_model->setAttention(std::move(values), scale);
    if (scale == m_scale) return;
    m_scale = scale;
    view()->setItemDelegateForColumn(Model::Attention, scale == MapScale::Diverging ? m_differences : m_shares);
    fitColumns();
}

void HistoryList::setRemoval(const std::vector<RemovalEffect>& effects, const QString& target) {
    m_model->setRemoval(effects);
    if (sorting().column() == Model::Removal) sortAgain();
    m_removalTarget = target;
    showNote();
}

void HistoryList::showSum() {
    std::vector<int> rows;
    for (const QModelIndex& index : view()->selectionModel()->selectedRows()) rows.push_back(sorting().rowOf(index));
    const QString text = m_model->sumText(rows);
    m_sum->setText(text);
    m_sum->setVisible(!text.isEmpty());
}

void HistoryList::showNote() {
    showSum();
    QStringList lines;
    m_note->setText(m_queryTitle.isEmpty() ? m_lengthText : tr("%1 · attention of %2").arg(m_lengthText, m_queryTitle));
    if (!m_queryTitle.isEmpty()) {
        lines << (m_scale == MapScale::Diverging
                      ? tr("Attention: what %1 attends to more or less in the difference shown.")
                      : tr("Attention: what %1 attends to in the head shown."))
                     .arg(m_queryTitle);
    }
    if (m_model->partKind() && isWeight(*m_model->partKind()))
        lines << tr("Weight: the sign and strength with which the item contributes to the prediction.");
    else if (m_model->partKind() && !m_contributionTarget.isEmpty())
        lines << tr("Contribution: exactly what the item adds to the score of %1.").arg(m_contributionTarget);
    if (!m_removalTarget.isEmpty())
        lines << tr("Removal: how much log p(%1) falls when the item is removed.").arg(m_removalTarget);
    m_note->setToolTip(lines.join(QLatin1Char('\n')));
    view()->setAccessibleDescription(lines.join(QLatin1Char(' ')));
}

void HistoryList::setHighlighted(int index) {
    m_model->setHighlighted(index);
    if (index >= 0 && index < m_model->rowCount()) view()->scrollTo(sorting().viewIndex(index));
}

void HistoryList::reveal(int index) {
    view()->scrollTo(sorting().viewIndex(index), QAbstractItemView::PositionAtCenter);
}

void HistoryList::setDecisiveItems(const std::vector<int>& indices) {
    m_model->setDecisiveItems(indices);
    fitColumns();
    if (!indices.empty()) reveal(indices.back());
}

void HistoryList::select(int index) {
    if (m_choosing) return;
    const QScopedValueRollback selecting(m_selecting, true);
    selectRow(index);
}

}  // namespace recscope::ui
