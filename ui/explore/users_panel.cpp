// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/users_panel.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/explore/favourites.h"
#include "ui/explore/row_delegates.h"
#include "ui/explore/user_filters.h"
#include "ui/explore/user_list_model.h"
#include "ui/film/pinned_users.h"
#include "ui/jobs/job_runner.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {

constexpr int kTypingPause = 150;      ///< ms without a key before the search starts
constexpr std::uint64_t kSeed = 2026;  ///< of the random users: the same walk after each start

struct OrderChoice {
    UserListOrder order;
    Direction direction;
};
constexpr OrderChoice kOrders[] = {
    {UserListOrder::Index, Direction::Ascending},   {UserListOrder::Id, Direction::Ascending},
    {UserListOrder::Length, Direction::Descending}, {UserListOrder::Length, Direction::Ascending},
    {UserListOrder::Rank, Direction::Ascending},    {UserListOrder::Rank, Direction::Descending}};

}  // namespace

UsersPanel::UsersPanel(JobRunner& jobs, QWidget* parent)
    : QWidget(parent),
      m_jobs(jobs),
      m_finder(std::make_shared<UserFinder>()),
      m_favourites(new Favourites(jobs, this)),
      m_pinned(new PinnedUsers(jobs, this)),
      m_model(new UserListModel(jobs, m_finder, *m_favourites, *m_pinned, this)),
      m_search(new QLineEdit),
      m_filter(new QToolButton),
      m_filters(new UserFilters(jobs)),
      m_order(new QComboBox),
      m_view(new TableView),
      m_count(new QLabel),
      m_star(nullptr),
      m_pin(nullptr),
      m_pinAction(new QAction(this)),
      m_random({kSeed}) {
    m_order->setObjectName(QStringLiteral("userOrder"));
    m_order->addItems({tr("In the data's order"), tr("By id"), tr("Longest history first"),
                       tr("Shortest history first"), tr("Best served first"), tr("Worst served first")});
    m_order->setAccessibleName(tr("Order of the users"));
    m_order->setToolTip(tr("Order of the users"));
    m_order->setMinimumContentsLength(8);
    m_order->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);

    m_view->setObjectName(QStringLiteral("users"));
    m_view->setAccessibleName(tr("Users"));
    m_view->setModel(m_model);
    m_view->setNumericColumns({UserListModel::Items, UserListModel::Rank});
    m_view->setStretchColumn(UserListModel::User);
    m_view->setItemDelegateForColumn(UserListModel::User, new TitleDelegate(m_view));
    m_view->setColumnHidden(UserListModel::Rank, true);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setExportName(QStringLiteral("users"));
    m_view->addAction(m_pinAction);
    m_count->setProperty("role", "caption");
    m_count->setObjectName(QStringLiteral("userCount"));
    m_filters->setObjectName(QStringLiteral("userFilters"));
    m_filters->hide();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::instance().px(space::kInside));
    layout->addWidget(makeFindRow());
    layout->addWidget(m_filters);
    layout->addWidget(m_order);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_count);
    layout->addWidget(makeButtons());

    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    connect(&m_typing, &QTimer::timeout, this, &UsersPanel::showList);
    connect(m_search, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        m_choosingFirst = true;
        showList();
    });
    connect(m_order, &QComboBox::currentIndexChanged, this, &UsersPanel::showList);
    connect(m_filters, &UserFilters::changed, this, &UsersPanel::showList);
    connect(m_favourites, &Favourites::changed, this, &UsersPanel::showFavourites);
    connect(m_pinAction, &QAction::triggered, this, &UsersPanel::togglePin);
    connect(m_pinned, &PinnedUsers::refused, this, &UsersPanel::refused);
    connect(m_pinned, &PinnedUsers::changed, this, [this] {
        showPin();
        emit pinsChanged();
    });
    connect(m_model, &PagedTableModel::loaded, this, &UsersPanel::listRead);
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first, const QModelIndex& last) {
        if (m_wantedRow >= first.row() && m_wantedRow <= last.row()) takeRow(m_wantedRow);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_following && current.isValid()) takeRow(current.row());
            });
    takeRanks({});
    showFavourites();
    showPin();
    showFilterState();
}

QWidget* UsersPanel::makeFindRow() {
    m_search->setObjectName(QStringLiteral("userSearch"));
    m_search->setPlaceholderText(tr("Search a user id"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search a user by id"));
    m_search->setToolTip(tr("Shows the users whose id contains this text (Ctrl+F)"));
    m_search->addAction(lineIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_filter->setObjectName(QStringLiteral("userFilter"));
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

    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::instance().px(space::kUnit));
    layout->addWidget(m_search, 1);
    layout->addWidget(m_filter);
    return row;
}

QWidget* UsersPanel::makeButtons() {
    const auto button = [this](const QString& name, const QString& text, const QString& tip, const QKeySequence& key,
                               void (UsersPanel::*slot)()) {
        auto* made = new QPushButton(text);
        made->setObjectName(name);
        made->setToolTip(tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
        made->setAccessibleName(tip);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QPushButton::clicked, this, slot);
        // The keys work anywhere on the page.
        auto* shortcut = new QShortcut(key, parentWidget() ? parentWidget() : this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, slot);
        return made;
    };
    auto* box = new QWidget;
    auto* buttons = new QHBoxLayout(box);
    buttons->setContentsMargins({});
    buttons->setSpacing(Theme::instance().px(space::kUnit));
    buttons->addWidget(button(QStringLiteral("previousUser"), QStringLiteral("‹"), tr("Previous user"),
                              QKeySequence(Qt::ALT | Qt::Key_Up), &UsersPanel::choosePrevious));
    buttons->addWidget(button(QStringLiteral("nextUser"), QStringLiteral("›"), tr("Next user"),
                              QKeySequence(Qt::ALT | Qt::Key_Down), &UsersPanel::chooseNext));
    buttons->addWidget(button(QStringLiteral("randomUser"), tr("Random"), tr("A random user of the list"),
                              QKeySequence(Qt::ALT | Qt::Key_R), &UsersPanel::chooseRandom),
                       1);
    m_star = button(QStringLiteral("favouriteUser"), {}, tr("Mark this user as a favourite"),
                    QKeySequence(Qt::CTRL | Qt::Key_D), &UsersPanel::toggleFavourite);
    m_star->setCheckable(true);
    m_star->setIcon(lineIcon(QStringLiteral("star")));
    buttons->addWidget(m_star);
    m_pin = button(QStringLiteral("pinUser"), {}, tr("Pin this user for the film"), QKeySequence(Qt::CTRL | Qt::Key_P),
                   &UsersPanel::togglePin);
    m_pin->setCheckable(true);
    m_pin->setIcon(lineIcon(QStringLiteral("pin")));
    buttons->addWidget(m_pin);
    // Wide buttons would make the whole column wide, and the lists beside it narrow.
    for (QPushButton* one : box->findChildren<QPushButton*>()) one->setProperty("compact", true);
    return box;
}

UserCriteria UsersPanel::criteria() const {
    UserCriteria criteria;
    if (m_dataset) criteria.dataset = m_dataset->id;
    criteria.filter.search = m_search->text().trimmed().toStdString();
    m_filters->addTo(criteria);
    if (m_filters->favouritesOnly()) criteria.only = m_favourites->users();
    const OrderChoice& chosen = kOrders[m_order->currentIndex()];
    criteria.order = chosen.order;
    criteria.direction = chosen.direction;
    if (m_ranked) criteria.ranks = m_ranks;
    return criteria;
}

void UsersPanel::clearCriteria() {
    const QSignalBlocker search(m_search), order(m_order), filters(m_filters);
    m_search->clear();
    m_filters->reset();
    m_order->setCurrentIndex(0);
}

void UsersPanel::setDataset(const std::optional<DatasetInfo>& dataset) {
    m_dataset = dataset;
    m_user.reset();
    m_wantedRow = -1;
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
        m_ranks.reset();
        if (m_ranked) {
            takeRanks({});
            showList();
        }
        return;
    }
    if (m_ranks == source && m_ranked) return;
    m_ranks = source;
    m_jobs.start(
        this, {.title = tr("Reading the ranks"), .latestOnly = QStringLiteral("explore/ranks")},
        [finder = m_finder, source = *source](JobContext& context) {
            return finder->factsOf(context.workspace, source);
        },
        [this, source](const std::optional<RankFacts>& facts) {
            if (m_ranks != source) return;
            const bool before = m_ranked;
            takeRanks(facts);
            if (before || m_ranked) showList();
        },
        [this, source](const QString&, const QString&) {
            // The run was removed in between: its ranks are gone with it.
            if (m_ranks == source) takeRanks({});
        });
}

void UsersPanel::takeRanks(const std::optional<RankFacts>& facts) {
    m_ranked = facts.has_value();
    const QString none = !m_ranks ? tr("Needs a trained run: choose one above")
                                  : tr("Needs the ranks of this run, which was not scored on these items yet");
    const QString split = m_ranks && m_ranks->split == Split::Valid ? tr("validation item") : tr("test item");
    const QString about = facts ? tr("Where the run ranks the held-out %1 of each user. %2.")
                                      .arg(split, QString::fromStdString(facts->protocol))
                                : none;
    const QSignalBlocker filters(m_filters), order(m_order);
    m_filters->setRanks(m_ranked, about);
    m_model->setRankAbout(about);
    auto* orders = qobject_cast<QStandardItemModel*>(m_order->model());
    for (int i = 0; i < m_order->count(); ++i) {
        if (kOrders[i].order != UserListOrder::Rank) continue;
        orders->item(i)->setEnabled(m_ranked);
        m_order->setItemData(i, about, Qt::ToolTipRole);
    }
    if (!m_ranked && kOrders[m_order->currentIndex()].order == UserListOrder::Rank) m_order->setCurrentIndex(0);
    m_view->setColumnHidden(UserListModel::Rank, !m_ranked);
}

void UsersPanel::showList() {
    m_typing.stop();
    m_wantedRow = -1;
    showFilterState();
    if (!m_dataset) return m_model->clear();
    m_model->setCriteria(criteria());
}

void UsersPanel::showFilterState() {
    const int set = m_filters->count();
    m_filter->setIcon(set > 0 ? lineIcon(QStringLiteral("filter"), Theme::instance().colours().accent)
                              : lineIcon(QStringLiteral("filter")));
    const QString state = set == 0   ? tr("no filter is set")
                          : set == 1 ? tr("1 filter is set")
                                     : tr("%1 filters are set").arg(set);
    m_filter->setAccessibleName(tr("Filters, %1").arg(state));
    m_filter->setToolTip(tr("%1 the filters: length, rank, item, favourites (%2)")
                             .arg(m_filter->isChecked() ? tr("Hide") : tr("Show"), state));
}

void UsersPanel::listRead() {
    const int rows = m_model->rowCount();
    const auto all = m_dataset ? m_dataset->users : 0;
    if (m_model->criteria().all()) {
        m_count->setText(rows == 1 ? tr("1 user") : tr("%1 users").arg(wholeNumber(rows)));
    } else {
        m_count->setText(tr("%1 of %2 users").arg(wholeNumber(rows), wholeNumber(all)));
    }
    const QString search = m_search->text().trimmed();
    m_view->setEmptyText(!m_dataset               ? QString()
                         : m_filters->count() > 0 ? tr("No user passes the filters.")
                         : search.isEmpty()       ? tr("No user was scored.")
                                                  : tr("No user id contains “%1”.").arg(search));
    m_view->fitColumns();
    if (std::exchange(m_choosingFirst, false)) {
        if (rows > 0) moveTo(0);
        return;
    }
    followUser();
}

void UsersPanel::followUser() {
    if (!m_user) return;
    const auto follow = [this](std::int64_t row) {
        if (row < 0 || row >= m_model->rowCount()) return;
        const QScopedValueRollback following(m_following, true);
        m_view->selectRow(int(row));
        m_view->scrollTo(m_model->index(int(row), 0), QAbstractItemView::PositionAtCenter);
    };
    const UserCriteria& shown = m_model->criteria();
    // In the data's order a user's row is its index; elsewhere it is looked for, first among the rows that were read.
    if (shown.all() && shown.order == UserListOrder::Index) return follow(*m_user);
    for (int row = 0; row < std::min(m_model->rowCount(), PagedTableModel::kPageRows); ++row)
        if (m_model->keyOf(row) == *m_user) return follow(row);
    if (m_model->rowCount() <= PagedTableModel::kPageRows) return;
    m_jobs.start(
        this, {.title = tr("Finding the user"), .latestOnly = QStringLiteral("explore/row")},
        [finder = m_finder, shown, user = *m_user](JobContext& context) {
            return finder->rowOf(context.workspace, shown, user, context.stop);
        },
        [this, shown, user = *m_user, follow](std::int64_t row) {
            if (m_user == user && m_model->criteria() == shown) follow(row);
        });
}

void UsersPanel::takeRow(int row) {
    const auto user = m_model->keyOf(row);
    m_wantedRow = user ? -1 : row;
    if (!user || m_user == *user) return;
    m_user = std::int32_t(*user);
    showFavourites();
    showPin();
    emit userChosen(*m_user);
}

void UsersPanel::moveTo(int row) {
    if (row < 0 || row >= m_model->rowCount()) return;
    m_view->selectRow(row);
    m_view->scrollTo(m_model->index(row, 0));
    takeRow(row);
}

void UsersPanel::choose(qint32 user) {
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

void UsersPanel::toggleFavourite() {
    if (!m_user) return;
    m_favourites->set(*m_user, !m_favourites->contains(*m_user));
    showFavourites();  // the button followed the click, even if the list is not loaded yet
}

void UsersPanel::showFavourites() {
    const bool marked = m_user && m_favourites->contains(*m_user);
    m_star->setEnabled(m_user && m_favourites->isLoaded());
    m_star->setChecked(marked);
    const QString what = marked ? tr("No favourite any more") : tr("Mark this user as a favourite");
    m_star->setAccessibleName(what);
    m_star->setToolTip(!m_user ? tr("Choose a user first") : tr("%1 (Ctrl+D)").arg(what));
    const bool onlyThem = m_filters->favouritesOnly();
    {
        const QSignalBlocker filters(m_filters);
        m_filters->setFavourites(m_favourites->count());
    }
    if (onlyThem) showList();
}

void UsersPanel::togglePin() {
    if (!m_user) return;
    m_pinned->set(*m_user, !m_pinned->contains(*m_user));
    showPin();  // the button followed the click, which may yet be refused
}

void UsersPanel::focusPin() {
    m_pin->setFocus(Qt::ShortcutFocusReason);
}

void UsersPanel::showPin() {
    const bool pinned = m_user && m_pinned->contains(*m_user);
    const bool possible = m_user && m_pinned->isLoaded();
    const QString what = pinned ? tr("Unpin this user from the film") : tr("Pin this user for the film");
    const QString about =
        pinned ? tr("Epochs from now on keep nothing more of this user. Films made so far stay.")
               : tr("Each epoch of trainings that start or go on from now on keeps what every head looks at and the "
                    "first ten recommendations for this user, to be played on the Train page.");
    m_pin->setEnabled(possible);
    m_pin->setChecked(pinned);
    m_pin->setAccessibleName(what);
    m_pin->setAccessibleDescription(about);
    m_pin->setToolTip(m_user ? QStringLiteral("<p>%1 (Ctrl+P)</p><p>%2</p>").arg(what, about)
                             : tr("Choose a user first"));
    m_pinAction->setText(what);
    m_pinAction->setEnabled(possible);
}

QVariant UsersPanel::rememberedState() const {
    return m_user ? QVariant(*m_user) : QVariant();
}

void UsersPanel::restoreState(const QVariant& state) {
    if (!m_dataset || state.toInt() < 0 || state.toInt() >= m_dataset->users) return;
    m_user = state.toInt();
    m_choosingFirst = false;
    showFavourites();
    showPin();
    showList();
    emit userChosen(*m_user);
}

}  // namespace recscope::ui
