// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_items.h"

#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <algorithm>
#include <vector>

#include "core/store/dataset_store.h"
#include "ui/data/attribute_adding.h"
#include "ui/data/data_table.h"
#include "ui/data/item_page.h"
#include "ui/data/kind_filter.h"
#include "ui/data/table_readers.h"
#include "ui/lists/attribute_filter.h"
#include "ui/session/item_facts.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {

enum Column { kTitle, kGenres, kId, kInteractions };
constexpr int kMinGenresWidth = 90;         ///< design pixels: a narrower genre column is hidden
constexpr int kMeasuredTitles = 50;         ///< number of titles that are measured to find the width of their column
constexpr double kTitlesShownInFull = 0.9;  ///< share of the measured titles that are shown in full

/// The width at which most titles are not elided.
int titleWidth(const TableView& view) {
    std::vector<int> widths;
    for (int row = 0; row < std::min(view.model()->rowCount(), kMeasuredTitles); ++row)
        widths.push_back(view.fontMetrics().horizontalAdvance(view.model()->index(row, kTitle).data().toString()));
    if (widths.empty()) return 0;
    const auto quantile = widths.begin() + std::ptrdiff_t(kTitlesShownInFull * double(widths.size() - 1));
    std::nth_element(widths.begin(), quantile, widths.end());
    return *quantile + Theme::instance().px(2 * space::kPadding) + 1;
}

}  // namespace

DatasetItems::DatasetItems(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_genres(session.jobs(), {.title = tr("Reading the genres")},
               [](JobContext& context, DatasetId id) { return DatasetStore(context.workspace).genres(id); }),
      m_attributes(session.jobs(), {.title = tr("Reading the attributes")},
                   [](JobContext& context, DatasetId id) {
                       return summariesOf(ItemAttributeStore(context.workspace).list(id));
                   }),
      m_table(new DataTable(session, itemTable(), QStringLiteral("items"), tr("items"))),
      m_attribute(new AttributeFilter(QStringLiteral("items"))),
      m_genreTitle(mutedLabel({})),
      m_genre(new QComboBox),
      m_kind(
          new KindFilter(session, QStringLiteral("itemsKind"), tr("Only items with an interaction of a certain kind"))),
      m_page(new ItemPage(session)) {
    m_genre->setObjectName(QStringLiteral("itemsGenre"));
    keepValue(m_genre, StateScope::Dataset);
    m_genre->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* filters = new QWidget;
    auto* flow = new FlowLayout(space::kPadding, filters);
    auto* adding = new AttributeAdding(session, AttributesOf::Items);
    flow->addWidget(boxed(row({m_genreTitle, m_genre}, space::kUnit)));
    flow->addWidget(m_kind);
    flow->addWidget(m_attribute);
    flow->addWidget(adding);
    m_table->setFilters(filters);
    connect(m_kind, &KindFilter::chosen, this,
            [this] { m_table->filter([this](TableQuery& query) { query.kind = m_kind->kind(); }); });
    QSplitter* split = splitBeside(QStringLiteral("itemsColumns"), m_table, m_page);
    arrange(this, column({split}));

    connect(split, &QSplitter::splitterMoved, this, &DatasetItems::fitColumns);
    connect(&m_table->model(), &PagedTableModel::loaded, this, &DatasetItems::fitColumns);
    connect(m_genre, qOverload<int>(&QComboBox::activated), this, [this] {
        m_table->filter([this](TableQuery& query) { query.genre = m_genre->currentData().toString(); });
    });
    connect(m_table, &DataTable::rowChosen, this, [this](qint64 token) { m_page->showItem(qint32(token)); });
    connect(m_page, &ItemPage::itemShown, this, [this](qint32 token) { m_table->select(token); });
    connect(m_page, &ItemPage::userRequested, this, &DatasetItems::userRequested);
    connect(&session, &Session::datasetChanged, this, [this] {
        m_page->clear();
        m_table->filter([](TableQuery& query) {
            query.genre.clear();
            query.kind.reset();
        });
        m_attributes.cancel();
        m_attribute->reset();
        showAttributes();
        loadGenres();
        loadAttributes();
    });
    connect(&Theme::instance(), &Theme::changed, this, &DatasetItems::fitColumns);
    connect(adding, &AttributeAdding::added, this, &DatasetItems::loadAttributes);
    connect(m_attribute, &AttributeFilter::changed, this,
            [this] { m_table->filter([this](TableQuery& query) { query.attributes = m_attribute->tests(); }); });
    m_attributes.reportFailures();
    connect(&m_attributes, &AnyAsyncQuery::changed, this, &DatasetItems::showAttributes);
    m_genres.reportFailures();
    connect(&m_genres, &AnyAsyncQuery::changed, this, &DatasetItems::showGenres);
    loadGenres();
    loadAttributes();
}

void DatasetItems::showItem(qint32 token) {
    m_page->showItem(token);
}

void DatasetItems::loadGenres() {
    const auto dataset = m_session.dataset();
    if (!dataset) return m_genres.cancel();
    const QString title = genresTitle(*dataset);
    m_genreTitle->setText(title);
    m_genre->setAccessibleName(title);
    m_genre->setToolTip(tr("Only items with a certain value of “%1”").arg(title));
    m_table->renameColumn(kGenres, title);
    m_genres.run(dataset->id);
}

void DatasetItems::showGenres() {
    const auto genres = m_genres.answer();
    m_genre->parentWidget()->setVisible(genres && !genres->empty());
    m_genre->clear();
    if (!genres) return;
    m_genre->addItem(tr("all"), QString());
    for (const std::string& genre : *genres) {
        const QString name = QString::fromStdString(genre);
        m_genre->addItem(name, name);
    }
}

void DatasetItems::loadAttributes() {
    if (const auto dataset = m_session.dataset()) m_attributes.rerun(dataset->id);
}

void DatasetItems::showAttributes() {
    if (m_attributes.isOpen()) return;  // until the answer comes, the columns and the filter stay
    const auto attributes = m_attributes.answer();
    m_attribute->setAttributes(attributes ? *attributes : std::vector<AttributeSummary>());
    m_table->setAttributes(m_attribute->attributes());
    m_table->filter([this](TableQuery& query) { query.attributes = m_attribute->tests(); });
}

void DatasetItems::fitColumns() {
    // Titles have priority; ids, genres and attributes get the remaining width.
    const Theme& theme = Theme::instance();
    TableView& view = m_table->view();
    // The width of a hidden column is 0, so all columns are shown before they are measured.
    const int columns = m_table->model().columnCount();
    for (const int column : {int(kId), int(kGenres)}) view.setColumnHidden(column, false);
    for (int column = kInteractions + 1; column < columns; ++column) view.setColumnHidden(column, false);
    view.fitColumns();
    int available = view.viewport()->width() - titleWidth(view) - view.columnWidth(kInteractions);
    const auto give = [&](int column, int requested, int least) {
        const int width = std::min(requested, available);
        view.setColumnHidden(column, width < least);
        if (width < least) return;
        view.setColumnWidth(column, width);
        available -= width;
    };
    const int id = view.columnWidth(kId), genres = view.columnWidth(kGenres);
    std::vector<int> attributes;
    for (int column = kInteractions + 1; column < columns; ++column) attributes.push_back(view.columnWidth(column));
    give(kId, id, id);
    give(kGenres, genres, std::min(genres, theme.px(kMinGenresWidth)));
    for (std::size_t i = 0; i < attributes.size(); ++i) give(kInteractions + 1 + int(i), attributes[i], attributes[i]);
}

void DatasetItems::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // A queued call, because the table gets its new width and rows only after the layout has run.
    QMetaObject::invokeMethod(this, &DatasetItems::fitColumns, Qt::QueuedConnection);
}

}  // namespace recscope::ui
