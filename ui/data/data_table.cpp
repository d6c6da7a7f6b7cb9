// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {

constexpr int kTypingMilliseconds = 150;  ///< pause in typing after which the search starts

}  // namespace

PagedTableView::PagedTableView(PagedTableModel& model, QWidget* parent) : PagedView(model, parent), m_model(model) {
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    horizontalHeader()->setSortIndicatorClearable(false);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &PagedTableView::sortBy);
    // The context menu makes sorting possible by keyboard.
    auto* sorting = new QMenu(tr("Sort by"), this);
    connect(sorting, &QMenu::aboutToShow, this, [this, sorting] {
        sorting->clear();
        for (int column = 0; column < m_model.columnCount(); ++column) {
            const TableColumn& tableColumn = m_model.columns()[std::size_t(column)];
            if (tableColumn.order < 0) continue;
            QAction* action = sorting->addAction(tableColumn.title, this, [this, column] { sortBy(column); });
            action->setCheckable(true);
            action->setChecked(tableColumn.order == m_order);
        }
    });
    addAction(sorting->menuAction());
}

void PagedTableView::setOrder(int order, Direction direction) {
    m_order = order;
    m_direction = direction;
    int sorted = -1;  // -1 = the rows are in the order of the data, and no arrow is shown
    for (int column = 0; column < m_model.columnCount(); ++column)
        if (m_model.columns()[std::size_t(column)].order == order) sorted = column;
    horizontalHeader()->setSortIndicatorShown(sorted >= 0);
    horizontalHeader()->setSortIndicator(sorted,
                                         direction == Direction::Ascending ? Qt::AscendingOrder : Qt::DescendingOrder);
}

void PagedTableView::sortBy(int column) {
    const TableColumn& clicked = m_model.columns()[std::size_t(column)];
    if (clicked.order < 0) return setOrder(m_order, m_direction);  // undoes the arrow that the header drew on click
    const Direction reversed = m_direction == Direction::Ascending ? Direction::Descending : Direction::Ascending;
    setOrder(clicked.order, clicked.order == m_order ? reversed : clicked.firstClick);
    emit orderRequested(m_order, m_direction);
}

QVariant PagedTableView::uiState() const {
    return QVariantList{m_order, int(m_direction)};
}

void PagedTableView::restoreState(const QVariant& state) {
    const QVariantList kept = state.toList();
    if (kept.size() != 2) return;
    setOrder(kept[0].toInt(),
             kept[1].toInt() == int(Direction::Descending) ? Direction::Descending : Direction::Ascending);
    emit orderRequested(m_order, m_direction);
}

DataTable::DataTable(Session& session, TableSource source, const QString& key, const QString& noun, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_noun(noun),
      m_model(new PagedTableModel(session.jobs(), std::move(source.columns), std::move(source.reader), this)),
      m_search(shortLine()),
      m_count(new QLabel),
      m_view(new PagedTableView(*m_model)),
      m_typing(new QTimer(this)),
      m_query(source.start),
      m_totalRows(std::move(source.totalRows)) {
    m_search->setObjectName(key + QStringLiteral("Search"));
    keepValue(m_search, StateScope::Dataset);
    m_search->setPlaceholderText(tr("Search %1…").arg(noun));
    m_search->setAccessibleName(tr("Search %1").arg(noun));
    m_search->setToolTip(tr("Part of the name or id (Ctrl+F)"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(lineIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->setMaximumWidth(Theme::instance().px(320));
    m_count->setObjectName(key + QStringLiteral("Count"));
    m_count->setProperty("muted", true);
    auto* exporting = new QPushButton(tr("Export"));
    exporting->setObjectName(key + QStringLiteral("Export"));
    exporting->setIcon(lineIcon(QStringLiteral("export")));
    exporting->setProperty("quiet", true);
    exporting->setToolTip(tr("Save all rows found as CSV, Markdown or LaTeX"));
    m_view->setObjectName(key + QStringLiteral("Table"));
    m_view->setAccessibleName(noun);
    m_view->setExportName(key);
    m_view->setStretchColumn(source.stretchColumn);
    m_view->setOrder(m_query.order, m_query.direction);
    m_fixedColumns = m_model->columns();
    m_start = m_query;
    markNumericColumns();
    m_typing->setSingleShot(true);
    m_typing->setInterval(kTypingMilliseconds);

    m_column = column({row({grow(m_search), m_count, grow(stretch(), 0), exporting}), grow(m_view)});
    arrange(this, m_column, {0, space::kPadding, 0, 0});

    connect(m_search, &QLineEdit::textChanged, m_typing, qOverload<>(&QTimer::start));
    connect(m_typing, &QTimer::timeout, this, &DataTable::reload);
    connect(m_view, &PagedTableView::orderRequested, this, [this](int order, Direction direction) {
        m_query.order = order;
        m_query.direction = direction;
        m_sorted = true;
        reload();
    });
    connect(m_model, &PagedTableModel::loaded, this, &DataTable::showLoaded);
    connect(m_model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last) { markChosen(first.row(), last.row()); });
    connect(exporting, &QPushButton::clicked, m_view, &TableView::exportTable);
    connect(m_view, &TableView::notified, this, [this](const QString& sentence) { m_session.notify(sentence); });
    connect(m_view, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (const auto key = m_model->keyOf(index.row())) emit rowActivated(*key);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                const auto key = current.isValid() ? m_model->keyOf(current.row()) : std::nullopt;
                if (!key || key == m_chosen) return;
                m_chosen = key;
                emit rowChosen(*key);
            });
    connect(&session, &Session::datasetChanged, this, [this] {
        const QSignalBlocker quiet(m_search);
        m_search->clear();
        m_chosen.reset();
        reload();
    });
    reload();
}

void DataTable::setFilters(QWidget* filters) {
    m_column->insertWidget(1, filters);
}

void DataTable::filter(const std::function<void(TableQuery&)>& change) {
    TableQuery changed = m_query;
    change(changed);
    if (changed == m_query) return;
    m_query = changed;
    reload();
}

void DataTable::markNumericColumns() {
    std::vector<int> numeric;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (m_model->columns()[std::size_t(column)].numeric) numeric.push_back(column);
    }
    m_view->setNumericColumns(std::move(numeric));
}

void DataTable::renameColumn(int column, const QString& title) {
    if (m_fixedColumns[std::size_t(column)].title == title) return;
    m_fixedColumns[std::size_t(column)].title = title;
    std::vector<TableColumn> columns = m_model->columns();
    columns[std::size_t(column)].title = title;
    m_model->setColumns(std::move(columns));
    markNumericColumns();
    m_view->setOrder(m_query.order, m_query.direction);
}

void DataTable::setAttributes(const std::vector<AttributeSummary>& attributes) {
    std::vector<std::string> names;
    std::vector<TableColumn> columns = m_fixedColumns;
    for (const AttributeSummary& attribute : attributes) {
        const bool isNumber = attribute.kind == AttributeKind::Number;
        columns.push_back({QString::fromStdString(attribute.name), isNumber, kFirstAttributeOrder + int(names.size()),
                           isNumber ? Direction::Descending : Direction::Ascending});
        names.push_back(attribute.name);
    }
    if (names.empty() && m_query.shown.empty()) return;
    m_query.shown = std::move(names);
    // Restores the initial order if the attribute by which the rows are sorted no longer exists.
    if (m_query.order >= kFirstAttributeOrder + int(m_query.shown.size())) {
        m_query.order = m_start.order;
        m_query.direction = m_start.direction;
    }
    m_model->setColumns(std::move(columns));
    markNumericColumns();
    m_view->setOrder(m_query.order, m_query.direction);
    reload();
}

void DataTable::showLoaded() {
    showCount();
    if (std::exchange(m_sorted, false)) m_view->scrollToTop();
    markChosen(0, std::min(m_model->rowCount(), PagedTableModel::kPageRows) - 1);
}

void DataTable::markChosen(int firstRow, int lastRow) {
    if (!m_chosen || m_view->currentIndex().isValid()) return;
    for (int row = firstRow; row <= lastRow; ++row) {
        if (m_model->keyOf(row) != m_chosen) continue;
        const int scrolled = m_view->verticalScrollBar()->value();
        m_view->selectRow(row);
        m_view->verticalScrollBar()->setValue(scrolled);  // undoes the scrolling of selectRow
        return;
    }
}

void DataTable::select(qint64 key) {
    const int current = m_view->currentIndex().row();
    if (current >= 0 && m_model->keyOf(current) == key) return;
    const QSignalBlocker quiet(this);
    m_chosen = key;
    for (int row = 0; row < std::min(m_model->rowCount(), PagedTableModel::kPageRows); ++row)
        if (m_model->keyOf(row) == key) {
            m_view->selectRow(row);
            m_view->scrollTo(m_model->index(row, 0));
            return;
        }
    m_view->clearSelection();
    m_view->setCurrentIndex({});
}

void DataTable::reload() {
    m_typing->stop();
    const auto dataset = m_session.dataset();
    if (!dataset) {
        m_model->clear();
        m_count->clear();
        return;
    }
    m_query.dataset = dataset->id;
    m_query.search = m_search->text().trimmed();
    m_model->setQuery(m_query);
}

void DataTable::showCount() {
    const auto dataset = m_session.dataset();
    const QString found = wholeNumber(m_model->rowCount());
    m_count->setText(m_model->query().isFiltered() && dataset
                         ? tr("%1 of %2 %3").arg(found, wholeNumber(m_totalRows(*dataset)), m_noun)
                         : tr("%1 %2").arg(found, m_noun));
    const QString search = m_model->query().search;
    m_view->setEmptyText(search.isEmpty() ? tr("No %1 pass these filters; widen them.").arg(m_noun)
                                          : tr("No %1 match “%2”.").arg(m_noun, search));
    m_view->fitColumns();
}

}  // namespace recscope::ui
