// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/item_page.h"

#include <QLabel>
#include <QTabWidget>
#include <QToolButton>

#include "core/store/dataset_store.h"
#include "ui/data/data_table.h"
#include "ui/session/item_facts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"

namespace recscope::ui {

namespace {

enum Column { kTitle, kCount, kLift };
constexpr int kTokenRole = Qt::UserRole + 1;
constexpr int kSortRole = Qt::UserRole + 2;
/// From this size of the dataset on, the job strip shows the indexing.
constexpr std::int64_t kManyInteractions = 1'000'000;

/// `exact`: the values that exports write instead of the text (`kExactValuesRole`).
Cell cell(const QString& text, const QVariant& sortBy, qint32 token, const QVariantList& exact) {
    return {text, {}, {{kSortRole, sortBy}, {kTokenRole, token}, {kExactValuesRole, exact}}};
}

QString liftText(double lift) {
    return QStringLiteral("%1 ×").arg(fixedNumber(lift, lift < 10 ? 2 : 1));
}

/// Reads the interactions with the item: positions from the index; users, times and ratings from the workspace.
TableReader visitReader(std::shared_ptr<const HistoryIndex> index, qint32 token, std::int64_t count) {
    return [index = std::move(index), token, count](JobContext& context, const TableQuery& query, std::int64_t offset,
                                                    std::int64_t limit) {
        Page<TableRow> page;
        page.total = count;
        const DatasetStore store(context.workspace);
        for (const ItemVisit& visit : index->visits(token, VisitOrder(query.order), query.direction, offset, limit)) {
            const UserInfo user = store.user(query.dataset, visit.user);
            const Interaction interaction = store.interaction(query.dataset, visit.user, visit.position);
            page.rows.push_back({visit.user,
                                 {QString::fromStdString(user.id), wholeNumber(visit.position + 1),
                                  wholeNumber(user.length), interaction.time ? dayText(*interaction.time) : QString(),
                                  interaction.rating ? shortNumber(*interaction.rating) : QString()}});
        }
        return page;
    };
}

}  // namespace

ItemPage::ItemPage(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_index(session.jobs(), {},
              [](JobContext& context, DatasetId id) {
                  return readHistoryIndex(context.workspace, DatasetStore(context.workspace).byId(id), context.stop);
              }),
      m_relations(session.jobs(), {.title = tr("Looking at an item"), .queue = WorkerQueue::Model},
                  [](JobContext& context, const RelationsRequest& request) {
                      return request.index->relationsOf(request.token, {}, context.stop);
                  }),
      m_back(new QToolButton),
      m_title(new ElidedLabel),
      m_genres(new ElidedLabel),
      m_tags(new ElidedLabel),
      m_about(captionLabel(QStringLiteral("itemAbout"))),
      m_tabs(new QTabWidget),
      m_users(nullptr),
      m_usersView(nullptr) {
    setObjectName(QStringLiteral("itemPage"));
    connect(&m_index, &AnyAsyncQuery::changed, this, &ItemPage::showIndex);
    connect(&m_relations, &AnyAsyncQuery::changed, this, &ItemPage::showAnswer);
    m_back->setObjectName(QStringLiteral("itemBack"));
    m_back->setText(tr("Back"));
    m_back->setAccessibleName(tr("Back to the previous item"));
    connect(m_back, &QToolButton::clicked, this, &ItemPage::goBack);
    m_title->setObjectName(QStringLiteral("itemTitle"));
    m_title->setProperty("role", "section");
    m_genres->setObjectName(QStringLiteral("itemGenres"));
    m_genres->setProperty("muted", true);
    m_tags->setObjectName(QStringLiteral("itemTags"));
    m_tags->setProperty("muted", true);
    m_tags->setToolTip(tr("The tags that users gave it, most frequent first"));
    m_after = makeList(QStringLiteral("itemAfter"), tr("Count"),
                       tr("How often the listed item came directly after this item"));
    m_before = makeList(QStringLiteral("itemBefore"), tr("Count"),
                        tr("How often the listed item came directly before this item"));
    m_together = makeList(QStringLiteral("itemTogether"), tr("Users"), tr("How many users have both items"));
    m_tabs->setObjectName(QStringLiteral("itemTabs"));
    m_tabs->setDocumentMode(true);
    addTabs(*m_tabs, {{m_after.table, tr("After it"), tr("Items directly after this item")},
                      {m_before.table, tr("Before it"), tr("Items directly before this item")},
                      {m_together.table, tr("With it"), tr("Items in the same histories as this item, in any order")},
                      {makeUsers(), tr("Users"), tr("All users who had this item")}});
    arrange(this, column({row({grow(m_title), m_back}), m_genres, m_tags, m_about, grow(m_tabs)}, space::kUnit),
            {0, space::kPadding, 0, 0});
    clear();
}

ItemPage::List ItemPage::makeList(const QString& name, const QString& counted, const QString& countHelp) {
    List list;
    list.table = new CellTable(name, countHelp,
                               {{tr("Item"), {}, false, exactItemTitles()},
                                {counted, countHelp, true, {counted}},
                                {tr("Lift"),
                                 tr("The pair's count divided by the count expected if the two items were independent"),
                                 true,
                                 {tr("Lift")}}},
                               kTitle);
    list.sort = new ColumnSort(*list.table, list.table->cells(), kSortRole, {}, tr("Strongest association"));
    list.table->setSelectionMode(QAbstractItemView::SingleSelection);
    list.table->setExportName(name);
    const auto go = [this](const QModelIndex& index) {
        const qint32 next = index.siblingAtColumn(kTitle).data(kTokenRole).toInt();
        if (m_token && next != *m_token) {
            m_visited.push_back(*m_token);
            load(next);
        }
    };
    connect(list.table, &QAbstractItemView::clicked, this, go);
    connect(list.table, &QAbstractItemView::activated, this, go);
    connect(list.table, &TableView::notified, this, [this](const QString& sentence) { m_session.notify(sentence); });
    return list;
}

QWidget* ItemPage::makeUsers() {
    m_users = new PagedTableModel(m_session.jobs(),
                                  {{.title = tr("User"), .order = int(VisitOrder::User)},
                                   {.title = tr("Position"), .numeric = true},
                                   {.title = tr("History length"), .numeric = true},
                                   {.title = tr("When (UTC)"),
                                    .numeric = true,
                                    .order = int(VisitOrder::Time),
                                    .firstClick = Direction::Descending},
                                   {.title = tr("Rating"), .numeric = true}},
                                  {}, this);
    m_usersView = new PagedTableView(*m_users);
    m_usersView->setObjectName(QStringLiteral("itemUsers"));
    m_usersView->setAccessibleName(tr("Who had this item"));
    m_usersView->setNumericColumns({1, 2, 3, 4});
    m_usersView->setStretchColumn(0);
    m_usersView->setOrder(int(VisitOrder::User), Direction::Ascending);
    connect(m_usersView, &PagedTableView::orderRequested, this, [this](int order, Direction direction) {
        if (!m_token || !m_index.answer()) return;  // nothing is listed yet; showUsers will use this order
        TableQuery query = m_users->query();
        query.order = order;
        query.direction = direction;
        m_users->setQuery(query);
    });
    connect(m_users, &PagedTableModel::loaded, this, [this] {
        // Hides the columns of times and ratings if the first rows have none.
        for (const int column : {3, 4}) {
            bool any = false;
            for (int row = 0; row < std::min(m_users->rowCount(), 50) && !any; ++row)
                any = !m_users->index(row, column).data().toString().isEmpty();
            m_usersView->setColumnHidden(column, !any);
        }
        m_usersView->fitColumns();
    });
    const auto go = [this](const QModelIndex& index) {
        if (const auto user = m_users->keyOf(index.row())) emit userRequested(qint32(*user));
    };
    connect(m_usersView, &QAbstractItemView::clicked, this, go);
    connect(m_usersView, &QAbstractItemView::activated, this, go);
    connect(m_usersView, &TableView::notified, this, [this](const QString& sentence) { m_session.notify(sentence); });
    return m_usersView;
}

void ItemPage::clear() {
    m_restored.reset();
    m_token.reset();
    m_visited.clear();
    m_relations.clear();
    m_index.clear();
    m_back->hide();
    m_title->setText(tr("No item chosen"));
    m_genres->hide();
    m_tags->hide();
    m_about->setText(tr("Click an item to see what follows it, what comes before it and who had it."));
    m_tabs->hide();
}

void ItemPage::showItem(qint32 token) {
    m_restored.reset();
    if (m_token == token) return;
    m_visited.clear();
    load(token);
}

void ItemPage::goBack() {
    if (m_visited.empty()) return;
    const qint32 before = m_visited.back();
    m_visited.pop_back();
    load(before);
}

void ItemPage::load(qint32 token) {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    m_token = token;
    const auto catalogue = m_session.catalogue();
    const auto index = std::size_t(token - kFirstItemToken);
    const ItemInfo* item = catalogue && index < catalogue->size() ? &(*catalogue)[index] : nullptr;
    m_title->setText(item ? QString::fromStdString(item->title) : QString::number(token));
    const auto listed = [](const std::string& words) {
        return QString::fromStdString(words).replace(QLatin1Char('|'), QStringLiteral(", "));
    };
    QStringList about;
    if (item && !item->genres.empty()) about << listed(item->genres);
    if (item && item->title != item->id) about << tr("id %1").arg(QString::fromStdString(item->id));
    m_genres->setText(about.join(QStringLiteral(" · ")));
    m_genres->setVisible(!about.isEmpty());
    const bool hasTags = item && !item->tags.empty();
    m_tags->setText(hasTags ? tr("Tags: %1").arg(listed(item->tags)) : QString());
    m_tags->setVisible(hasTags);
    m_back->setVisible(!m_visited.empty());
    if (!m_visited.empty()) m_back->setToolTip(tr("Back to %1").arg(m_session.titleOf(m_visited.back())));
    m_about->setText(tr("Looking through the histories…"));
    emit itemShown(token);
    m_index.setSpec({.title = tr("Indexing the histories"),
                     .queue = WorkerQueue::Model,
                     .isShownInStrip = dataset->interactions > kManyInteractions});
    m_index.run(dataset->id);
}

void ItemPage::showIndex() {
    const auto index = m_index.answer();
    if (!index) m_tabs->hide();
    if (index && m_token) m_relations.run({index, *m_token});
    showProblem(m_index);
}

void ItemPage::showAnswer() {
    if (const auto relations = m_relations.answer()) showRelations(*relations);
    showProblem(m_relations);
}

void ItemPage::showProblem(const AnyAsyncQuery& query) {
    const bool stopped = query.state() == AsyncQueryState::Stopped;
    if (!stopped && query.state() != AsyncQueryState::Failed) return;
    m_about->setText(stopped ? tr("Stopped. Click an item to look again.") : query.failure());
    m_token.reset();
}

void ItemPage::showRelations(const ItemRelations& relations) {
    describeLists(relations.areOrders);
    m_about->setText(tr("Interactions: %1, users: %2 · first in %3 histories, last in %4 · lists begin with the "
                        "strongest association and leave out items with a count below %5")
                         .arg(wholeNumber(relations.interactions), wholeNumber(relations.users),
                              wholeNumber(relations.asFirst), wholeNumber(relations.asLast),
                              wholeNumber(relations.minSupport)));
    fill(m_after, relations.after);
    fill(m_before, relations.before);
    fill(m_together, relations.together);
    for (const List* list : {&m_after, &m_before, &m_together})
        list->table->setFacts(aboutItem(m_session, relations.token));
    m_usersView->setFacts(aboutItem(m_session, relations.token));
    showUsers(relations.token, relations.interactions);
    m_tabs->show();
}

/// Sets the headers and tooltips of the lists: if the dataset has orders, orders are counted instead of single items.
void ItemPage::describeLists(bool hasOrders) {
    const auto describe = [&](const List& list, const QString& counted, const QString& help) {
        QAbstractItemModel& model = *list.table->model();
        model.setHeaderData(kCount, Qt::Horizontal, counted);
        model.setHeaderData(kCount, Qt::Horizontal, help, Qt::ToolTipRole);
    };
    describe(m_after, tr("Count"),
             hasOrders ? tr("How often the order after one with this item contains the listed item")
                       : tr("How often the listed item came directly after this item"));
    describe(m_before, tr("Count"),
             hasOrders ? tr("How often the order before one with this item contains the listed item")
                       : tr("How often the listed item came directly before this item"));
    describe(m_together, hasOrders ? tr("Orders") : tr("Users"),
             hasOrders ? tr("How many orders contain both items") : tr("How many users have both items"));
    m_tabs->setTabToolTip(
        0, hasOrders ? tr("Items in the order after one with this item") : tr("Items directly after this item"));
    m_tabs->setTabToolTip(
        1, hasOrders ? tr("Items in the order before one with this item") : tr("Items directly before this item"));
    m_tabs->setTabToolTip(2, hasOrders ? tr("Items in the same orders as this item")
                                       : tr("Items in the same histories as this item, in any order"));
}

void ItemPage::fill(const List& list, const std::vector<RelatedItem>& items) {
    list.sort->restoreOwnOrder();
    list.table->clearRows();
    for (const RelatedItem& related : items) {
        const QString title = m_session.titleOf(related.token);
        list.table->addRow(
            {cell(title, title, related.token, exactItemValues(m_session, related.token)),
             cell(wholeNumber(related.count), qlonglong(related.count), related.token, {qlonglong(related.count)}),
             cell(liftText(related.lift), related.lift, related.token, {related.lift})});
    }
    list.table->setEmptyText(tr("No other item occurs with this one often enough to be listed."));
    list.table->fitColumns();
}

void ItemPage::showUsers(qint32 token, std::int64_t count) {
    TableQuery query;
    query.dataset = m_index.request().value_or(0);
    query.order = m_usersView->order();
    query.direction = m_usersView->direction();
    m_users->setReader(visitReader(m_index.answer(), token, count));
    m_users->setQuery(query);
    m_usersView->scrollToTop();
}

void ItemPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_restored) showItem(*m_restored);
}

QVariant ItemPage::uiState() const {
    if (m_token) return *m_token;
    return m_restored ? QVariant(*m_restored) : QVariant();
}

void ItemPage::restoreState(const QVariant& state) {
    const auto dataset = m_session.dataset();
    if (!dataset || !isItem(state.toInt(), std::int32_t(dataset->items))) return;
    m_restored = state.toInt();
    if (isVisible()) showItem(state.toInt());
}

}  // namespace recscope::ui
