// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_items.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/store/dataset_store.h"
#include "ui/data/data_table.h"
#include "ui/data/item_page.h"
#include "ui/data/table_readers.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

enum Column { kTitle, kGenres, kId, kInteractions };
/// Design pixels of the table below which genres and ids make room for the titles; the item's page shows them.
constexpr int kWideTable = 520;

}  // namespace

DatasetItems::DatasetItems(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_table(new DataTable(session, itemTable(), QStringLiteral("items"))),
      m_genre(new QComboBox),
      m_page(new ItemPage(session)) {
    m_genre->setObjectName(QStringLiteral("itemsGenre"));
    m_genre->setAccessibleName(tr("Genre"));
    m_genre->setToolTip(tr("Items of one genre"));
    m_genre->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* caption = new QLabel(tr("Genre"));
    caption->setProperty("muted", true);
    auto* filters = new QWidget;
    auto* line = new QHBoxLayout(filters);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(space::kUnit);
    line->addWidget(caption);
    line->addWidget(m_genre);
    line->addStretch();
    m_table->setFilters(filters);

    auto* split = new QSplitter(Qt::Horizontal);
    split->setObjectName(QStringLiteral("itemsColumns"));
    split->setHandleWidth(space::kBetween);
    split->setChildrenCollapsible(false);
    split->addWidget(m_table);
    split->addWidget(m_page);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(split);

    connect(split, &QSplitter::splitterMoved, this, &DatasetItems::fitColumns);
    connect(&m_table->model(), &PagedTableModel::loaded, this, &DatasetItems::fitColumns);
    connect(m_genre, qOverload<int>(&QComboBox::activated), this, [this] {
        m_table->filter([this](TableQuery& query) { query.genre = m_genre->currentData().toString(); });
    });
    connect(m_table, &DataTable::rowChosen, this, [this](qint64 token) { m_page->showItem(qint32(token)); });
    connect(m_page, &ItemPage::itemShown, this, [this](qint32 token) { m_table->select(token); });
    connect(m_page, &ItemPage::userWanted, this, &DatasetItems::userWanted);
    connect(&session, &Session::datasetChanged, this, [this] {
        m_page->clear();
        m_genre->clear();
        m_table->filter([](TableQuery& query) { query.genre.clear(); });
        loadGenres();
    });
    loadGenres();
}

void DatasetItems::showItem(qint32 token) {
    m_page->showItem(token);
}

void DatasetItems::loadGenres() {
    m_genre->parentWidget()->hide();
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    m_session.jobs().start(
        this, {.title = tr("Reading the genres"), .latestOnly = QStringLiteral("data/genres")},
        [id = dataset->id](JobContext& context) { return DatasetStore(context.workspace).genres(id); },
        [this](const std::vector<std::string>& genres) {
            m_genre->clear();
            m_genre->addItem(tr("all"), QString());
            for (const std::string& genre : genres) {
                const QString name = QString::fromStdString(genre);
                m_genre->addItem(name, name);
            }
            m_genre->parentWidget()->setVisible(!genres.empty());
        });
}

void DatasetItems::fitColumns() {
    const bool wide = m_table->width() >= Theme::instance().px(kWideTable);
    m_table->view().setColumnHidden(kGenres, !wide);
    m_table->view().setColumnHidden(kId, !wide);
    m_table->view().fitColumns();
}

void DatasetItems::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

}  // namespace recscope::ui
