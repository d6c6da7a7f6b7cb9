// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/users_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <algorithm>
#include <limits>

#include "core/store/dataset_store.h"
#include "core/store/user_attribute_store.h"
#include "core/util/error.h"
#include "ui/cohort/cohort_book.h"
#include "ui/explore/criteria_text.h"
#include "ui/explore/favourites.h"
#include "ui/explore/user_filters.h"
#include "ui/explore/user_list_model.h"
#include "ui/explore/user_order.h"
#include "ui/lists/paged_view.h"
#include "ui/lists/title_delegate.h"
#include "ui/session/pinned_users.h"
#include "ui/session/run_weights.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_widget.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {

constexpr int kTypingPause = 150;      ///< ms without a key before the search starts
constexpr std::uint64_t kSeed = 2026;  ///< seed for random users: the same sequence after each start

/// For each test of an attribute, the users with a value of this attribute, ascending.
std::vector<std::vector<std::int32_t>> describedUsers(JobContext& context, const UserCriteria& criteria) {
    std::vector<std::vector<std::int32_t>> described;
    if (criteria.filter.attributes.empty()) return described;
    const std::vector<UserAttribute> attributes = UserAttributeStore(context.workspace).list(criteria.dataset);
    for (const AttributeTest& test : criteria.filter.attributes) {
        described.emplace_back();
        for (const UserAttribute& attribute : attributes) {
            if (attribute.name != test.name) continue;
            const std::size_t users = std::max(attribute.categories.size(), attribute.numbers.size());
            for (std::size_t user = 0; user < users; ++user)
                if (attribute.isKnown(user)) described.back().push_back(std::int32_t(user));
        }
    }
    return described;
}

}  // namespace

UsersPanel::UsersPanel(JobRunner& jobs, QWidget* parent)
    : QWidget(parent),
      m_finder(std::make_shared<UserFinder>()),
      m_ranks(jobs, {.title = tr("Reading the ranks")},
              [finder = m_finder](JobContext& context, const RankSource& source) {
                  return finder->factsOf(context.workspace, source);
              }),
      m_collecting(jobs, {.title = tr("Collecting the users")},
                   [finder = m_finder](JobContext& context, const UserCriteria& requested) {
                       const Page<FoundUser> found =
                           finder->find(context.workspace, requested, /*offset=*/0,
                                        std::numeric_limits<std::int32_t>::max(), context.stop);
                       Collected collected;
                       for (const FoundUser& user : found.rows) collected.users.push_back(user.user.user);
                       std::sort(collected.users.begin(), collected.users.end());
                       collected.ranked = finder->ranked();
                       collected.described = describedUsers(context, requested);
                       return collected;
                   }),
      m_row(jobs, {.title = tr("Finding the user")},
            [finder = m_finder](JobContext& context, const RowRequest& requested) {
                return finder->rowOf(context.workspace, requested.criteria, requested.user, context.stop);
            }),
      m_preferredUser(
          jobs, {.title = tr("Finding the user")},
          [](JobContext& context, const std::pair<DatasetId, std::string>& preferred) -> std::optional<std::int32_t> {
              try {
                  return DatasetStore(context.workspace).userById(preferred.first, preferred.second).user;
              } catch (const Error& error) {
                  if (error.kind() != ErrorKind::Input) throw;
                  return std::nullopt;  // the dataset has no such user
              }
          }),
      m_favourites(new Favourites(jobs, this)),
      m_pinned(new PinnedUsers(jobs, this)),
      m_model(new UserListModel(jobs, m_finder, *m_favourites, *m_pinned, this)),
      m_search(shortLine()),
      m_filter(new QToolButton),
      m_filters(new UserFilters(jobs)),
      m_order(new UserOrderBox),
      m_view(new PagedView(*m_model)),
      m_count(new QLabel),
      m_rankEpoch(new ElidedLabel),
      m_cohort(new QToolButton),
      m_star(nullptr),
      m_pin(nullptr),
      m_pinAction(new QAction(this)),
      m_random({kSeed}) {
    m_order->setObjectName(QStringLiteral("userOrder"));
    keepValue(m_order, StateScope::Dataset);
    m_view->setObjectName(QStringLiteral("users"));
    m_view->setAccessibleName(tr("Users"));
    m_order->connectHeader(*m_view);
    m_view->setNumericColumns({UserListModel::Items, UserListModel::Rank});
    m_view->setStretchColumn(UserListModel::User);
    m_view->setItemDelegateForColumn(UserListModel::User, new TitleDelegate(m_view));
    m_view->setColumnHidden(UserListModel::Rank, true);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setExportName(QStringLiteral("users"));
    m_view->addAction(m_pinAction);
    m_count->setProperty("role", "caption");
    m_count->setObjectName(QStringLiteral("userCount"));
    m_rankEpoch->setProperty("role", "caption");
    m_rankEpoch->setObjectName(QStringLiteral("userRankEpoch"));
    m_cohort->setObjectName(QStringLiteral("usersCohort"));
    m_cohort->setText(tr("Cohort…"));
    m_cohort->setFocusPolicy(Qt::TabFocus);
    connect(m_cohort, &QToolButton::clicked, this, &UsersPanel::proposeCohort);
    m_filters->setObjectName(QStringLiteral("userFilters"));
    m_filters->hide();

    arrange(this, column({makeFindRow(), m_filters, m_order, grow(m_view), row({grow(m_count), m_cohort}), m_rankEpoch,
                          makeButtons()}));

    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    connect(&m_typing, &QTimer::timeout, this, &UsersPanel::showList);
    connect(m_search, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        m_choosingFirst = true;
        showList();
    });
    connect(m_order, &QComboBox::currentIndexChanged, this, [this] {
        m_showingFirst = true;
        showList();
    });
    connect(m_filters, &UserFilters::changed, this, &UsersPanel::showList);
    connect(m_favourites, &Favourites::changed, this, &UsersPanel::showFavourites);
    connect(m_pinAction, &QAction::triggered, this, &UsersPanel::togglePin);
    connect(m_pinned, &PinnedUsers::refused, this, &UsersPanel::refused);
    connect(m_pinned, &PinnedUsers::changed, this, [this] {
        showPin();
        emit pinsChanged();
    });
    connect(&m_ranks, &AnyAsyncQuery::changed, this, [this] {
        if (const auto facts = m_ranks.answer()) {
            const bool before = m_rankFacts.has_value();
            setRankFacts(*facts);
            if (before || m_rankFacts) showList();
        } else if (m_ranks.state() == AsyncQueryState::Failed) {
            setRankFacts({});  // the run was removed meanwhile, together with its ranks
        }
    });
    m_collecting.reportFailures();
    connect(&m_collecting, &AnyAsyncQuery::changed, this, [this] {
        const auto collected = m_collecting.answer();
        if (!collected) return;
        m_proposal.users = collected->users;
        m_proposal.basis = basisOf(*m_collecting.request(), *collected);
        emit cohortRequested(m_proposal);
    });
    m_preferredUser.reportFailures();
    connect(&m_preferredUser, &AnyAsyncQuery::changed, this, &UsersPanel::handlePreferredUser);
    m_row.reportFailures();
    connect(&m_row, &AnyAsyncQuery::changed, this, [this] {
        const auto found = m_row.answer();
        const auto& requested = m_row.request();
        if (found && m_user == requested->user && m_model->criteria() == requested->criteria)
            selectListRow(*found, requested->how);
    });
    connect(m_model, &PagedTableModel::loaded, this, &UsersPanel::handleListLoaded);
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first, const QModelIndex& last) {
        if (m_requestedRow >= first.row() && m_requestedRow <= last.row()) chooseRow(m_requestedRow);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_isMovingSelection && current.isValid()) chooseRow(current.row());
            });
    setRankFacts({});
    showFavourites();
    showPin();
    showFilterState();
}

QWidget* UsersPanel::makeFindRow() {
    m_search->setObjectName(QStringLiteral("userSearch"));
    keepValue(m_search, StateScope::Dataset);
    m_search->setPlaceholderText(tr("Search for a user id"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search for a user by id"));
    m_search->setToolTip(tr("Shows the users whose id contains this text (Ctrl+F)"));
    m_search->addAction(lineIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_filter->setObjectName(QStringLiteral("userFilter"));
    keepValue(m_filter, StateScope::Dataset);
    m_filter->setCheckable(true);
    connect(m_filter, &QToolButton::toggled, this, [this](bool shown) {
        m_filters->setVisible(shown);
        showFilterState();
    });

    auto* find = new QShortcut(QKeySequence::Find, parentWidget() ? parentWidget() : this);
    find->setContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, m_search, [this] {
        m_search->setFocus();
        m_search->selectAll();
    });

    return boxed(row({grow(m_search), m_filter}, space::kUnit));
}

UserCriteria UsersPanel::criteria() const {
    UserCriteria criteria;
    if (m_dataset) criteria.dataset = m_dataset->id;
    criteria.filter.search = m_search->text().trimmed().toStdString();
    m_filters->addTo(criteria);
    if (m_filters->favouritesOnly()) criteria.only = m_favourites->users();
    if (const SavedCohort* cohort = m_filters->cohort()) {
        auto members = std::make_shared<std::set<std::int32_t>>();
        for (const std::int32_t user : *cohort->users)
            if (!criteria.only || criteria.only->contains(user)) members->insert(user);
        criteria.only = std::move(members);
    }
    criteria.order = m_order->order();
    criteria.direction = m_order->direction();
    if (m_rankFacts) criteria.ranks = m_ranks.request();
    return criteria;
}

void UsersPanel::clearCriteria() {
    const QSignalBlocker search(m_search), filters(m_filters);
    m_search->clear();
    m_filters->reset();
    m_order->reset();
}

void UsersPanel::setDataset(const std::optional<DatasetInfo>& dataset, const std::string& preferredId) {
    m_dataset = dataset;
    m_user.reset();
    m_restored.reset();
    m_preferredUser.cancel();
    if (dataset && !preferredId.empty()) m_preferredUser.rerun({dataset->id, preferredId});
    m_requestedRow = -1;
    m_choosingFirst = true;
    {
        const QSignalBlocker filters(m_filters);
        m_filters->setDataset(dataset ? std::optional(dataset->id) : std::nullopt);
    }
    clearCriteria();
    m_favourites->setDataset(dataset ? std::optional(dataset->id) : std::nullopt);
    m_pinned->setDataset(dataset ? std::optional(dataset->id) : std::nullopt);
    showList();
}

void UsersPanel::setRanks(const std::optional<RankSource>& source) {
    if (!source) {
        m_ranks.cancel();
        if (!m_rankFacts) return;
        setRankFacts({});
        showList();
    } else if (m_ranks.request() != source || !m_rankFacts) {
        m_ranks.rerun(*source);
    }
}

void UsersPanel::setRankFacts(const std::optional<RankFacts>& facts) {
    m_rankFacts = facts;
    const bool ranked = facts.has_value();
    const std::optional<RankSource>& source = m_ranks.request();
    const QString none = !source ? tr("Needs a trained run: choose one above")
                                 : tr("Needs ranks: this run was not scored on these held-out items yet");
    const QString split = source && source->split == Split::Valid ? tr("validation item") : tr("test item");
    const QString about =
        facts ? tr("The rank that the run gives each user's held-out %1, with the weights %2. %3.")
                    .arg(split, keptWeightsText(facts->bestEpoch), QString::fromStdString(facts->protocol))
              : none;
    const QSignalBlocker filters(m_filters);
    m_filters->setRanks(ranked, about);
    m_model->setRankToolTip(about);
    m_order->enableRankOrders(ranked, about);
    m_view->setColumnHidden(UserListModel::Rank, !ranked);
    m_rankEpoch->setVisible(ranked);
    if (ranked) m_rankEpoch->setText(tr("Ranks: %1").arg(keptWeightsText(facts->bestEpoch)));
}

void UsersPanel::showList() {
    m_typing.stop();
    m_requestedRow = -1;
    showFilterState();
    if (!m_dataset) return m_model->clear();
    m_model->setCriteria(criteria());
}

void UsersPanel::setCohorts(CohortBook& book) {
    m_filters->setCohorts(book);
}

void UsersPanel::setCohortsOffered(bool offered) {
    m_cohortsOffered = offered;
    m_filters->setCohortsOffered(offered);
    showFilterState();
}

/// The filters as the criteria of a cohort, with the users to whom they could be applied (see `CohortBasis`).
CohortBasis UsersPanel::basisOf(const UserCriteria& criteria, const Collected& collected) const {
    CohortBasis basis;
    if (criteria.isByRank())
        basis.add({.by = ChosenBy::Rank, .name = m_rankFacts ? m_rankFacts->run : std::string()}, collected.ranked);
    for (std::size_t i = 0; i < std::min(criteria.filter.attributes.size(), collected.described.size()); ++i)
        basis.add({.by = ChosenBy::Attribute, .name = criteria.filter.attributes[i].name}, collected.described[i]);
    if (criteria.contains)
        basis.add({.by = ChosenBy::Item, .name = m_filters->itemTitle().toStdString(), .item = *criteria.contains});
    if (criteria.filter.minLength || criteria.filter.maxLength) basis.add({.by = ChosenBy::Length});
    if (criteria.filter.fromTime || criteria.filter.toTime) basis.add({.by = ChosenBy::Time});
    if (!criteria.filter.search.empty() || m_filters->favouritesOnly()) basis.add({.by = ChosenBy::Hand});
    if (const SavedCohort* cohort = m_filters->cohort()) {
        // If the cohort is the only filter, the criteria that were stored with it apply. Otherwise the listed users are
        // a part of the cohort and are compared with the rest of the cohort.
        if (!basis.isRecorded()) return *cohort->basis;
        basis.add({.by = ChosenBy::Cohort, .name = cohort->info.name}, *cohort->users);
    }
    return basis;
}

void UsersPanel::proposeCohort() {
    if (!m_dataset) return;
    const UserCriteria requested = criteria();
    if (requested.matchesAll()) return emit cohortRequested({});
    const SavedCohort* cohort = m_filters->cohort();
    const auto textOf = [&](auto describe) {
        return describe(requested, m_rankFacts, m_filters->itemTitle(), cohort ? cohort->name() : QString(),
                        m_filters->favouritesOnly());
    };
    m_proposal = {.dataset = m_dataset->id,
                  .users = {},
                  .howChosen = textOf(criteriaText),
                  .name = textOf(criteriaName),
                  .rule = m_rankFacts ? m_rankFacts->rule : SplitRule(),
                  .split = m_ranks.request() ? m_ranks.request()->split : Split::Test,
                  .basis = {}};
    m_collecting.rerun(requested);
}

void UsersPanel::showFilterState() {
    const int set = m_filters->count();
    m_filter->setIcon(set > 0 ? lineIcon(QStringLiteral("filter"), Theme::instance().colours().accent)
                              : lineIcon(QStringLiteral("filter")));
    const QString state = set == 0   ? tr("no filter is set")
                          : set == 1 ? tr("1 filter is set")
                                     : tr("%1 filters are set").arg(set);
    m_filter->setAccessibleName(tr("Filters, %1").arg(state));
    const bool all = !m_dataset || criteria().matchesAll();
    m_cohort->setEnabled(m_dataset.has_value() && m_cohortsOffered);
    m_cohort->setToolTip(!m_cohortsOffered ? tr("Cohorts are made of the users of the dataset that is chosen above.")
                         : all             ? tr("The saved cohorts. Set a filter to choose users for a new one.")
                               : tr("Common properties of the listed users, compared with the others who could be "
                                    "listed; save them as a cohort"));
    m_cohort->setAccessibleName(m_cohort->toolTip());
    m_filter->setToolTip(tr("%1 the filters: length, rank, item, attribute, cohort, favourites (%2)")
                             .arg(m_filter->isChecked() ? tr("Hide") : tr("Show"), state));
}

void UsersPanel::handleListLoaded() {
    const int rows = m_model->rowCount();
    const auto allUsers = m_dataset ? m_dataset->users : 0;
    if (m_model->criteria().matchesAll()) {
        m_count->setText(usersText(rows));
    } else {
        m_count->setText(partOfUsersText(rows, allUsers));
    }
    const QString search = m_search->text().trimmed();
    m_view->setEmptyText(!m_dataset               ? QString()
                         : m_filters->count() > 0 ? tr("No user passes the filters.")
                         : search.isEmpty()       ? tr("No user was scored.")
                                                  : tr("No user id contains “%1”.").arg(search));
    m_view->fitColumns();
    if (m_preferredUser.isOpen()) return;  // then handlePreferredUser() chooses a user
    if (std::exchange(m_choosingFirst, false)) {
        if (rows > 0) moveTo(0);
        return;
    }
    // After sorting, the list scrolls to the top; the row of the chosen user stays selected, even if it is out of view.
    const bool first = std::exchange(m_showingFirst, false);
    if (first) m_view->scrollToTop();
    selectChosenUser(first ? Scrolling::Stay : Scrolling::ToUser);
}

void UsersPanel::selectListRow(std::int64_t row, Scrolling how) {
    if (row < 0 || row >= m_model->rowCount()) return;
    const QScopedValueRollback moving(m_isMovingSelection, true);
    const int scrolled = m_view->verticalScrollBar()->value();
    m_view->selectRow(int(row));
    if (how == Scrolling::ToUser) {
        m_view->scrollTo(m_model->index(int(row), 0), QAbstractItemView::PositionAtCenter);
    } else {
        m_view->verticalScrollBar()->setValue(scrolled);  // undoes the scrolling of the selection
    }
}

void UsersPanel::selectChosenUser(Scrolling how) {
    if (!m_user) return;
    const UserCriteria& shown = m_model->criteria();
    // In the unfiltered order of user indices, a user's row is the index. Otherwise the row is searched for, first
    // among the loaded rows.
    if (shown.matchesAll() && shown.order == UserListOrder::Index) return selectListRow(*m_user, how);
    for (int row = 0; row < std::min(m_model->rowCount(), PagedTableModel::kPageRows); ++row)
        if (m_model->keyOf(row) == *m_user) return selectListRow(row, how);
    if (m_model->rowCount() > PagedTableModel::kPageRows) m_row.rerun({shown, *m_user, how});
}

void UsersPanel::handlePreferredUser() {
    if (m_preferredUser.isOpen() || m_preferredUser.state() == AsyncQueryState::None) return;
    const auto found = m_preferredUser.answer();
    const std::optional<std::int32_t> user = found && *found ? *found : m_restored;
    if (user)
        restoreState(*user);
    else
        showList();  // when the list is read, its first user is chosen
}

void UsersPanel::chooseRow(int row) {
    const auto user = m_model->keyOf(row);
    m_requestedRow = user ? -1 : row;
    if (!user || m_user == *user) return;
    m_preferredUser.cancel();
    m_user = std::int32_t(*user);
    showFavourites();
    showPin();
    emit userChosen(*m_user);
}

void UsersPanel::moveTo(int row) {
    if (row < 0 || row >= m_model->rowCount()) return;
    m_view->selectRow(row);
    m_view->scrollTo(m_model->index(row, 0));
    chooseRow(row);
}

void UsersPanel::choose(qint32 user) {
    m_preferredUser.cancel();
    m_user = user;
    m_choosingFirst = false;
    clearCriteria();
    showFavourites();
    showPin();
    showList();
    emit userChosen(user);
}

void UsersPanel::choosePrevious() {
    moveTo(m_view->currentIndex().isValid() ? m_view->currentIndex().row() - 1 : 0);
}

void UsersPanel::chooseNext() {
    moveTo(m_view->currentIndex().isValid() ? m_view->currentIndex().row() + 1 : 0);
}

void UsersPanel::chooseRandom() {
    const int rows = m_model->rowCount();
    if (rows > 0) moveTo(int(m_random.below(std::uint64_t(rows))));
}

QVariant UsersPanel::uiState() const {
    return m_user ? QVariant(*m_user) : QVariant();
}

void UsersPanel::restoreState(const QVariant& state) {
    if (!m_dataset || state.toInt() < 0 || state.toInt() >= m_dataset->users) return;
    if (m_preferredUser.isOpen()) {
        m_restored = state.toInt();
        return;
    }
    m_user = state.toInt();
    m_choosingFirst = false;
    showFavourites();
    showPin();
    showList();
    emit userChosen(*m_user);
}

}  // namespace recscope::ui
