// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/users_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QVBoxLayout>

#include "ui/data/table_readers.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {

constexpr int kTypingPause = 150;      ///< ms without a key before the search starts
constexpr std::uint64_t kSeed = 2026;  ///< of the random users: the same walk after each start

struct OrderChoice {
    UserOrder order;
    Direction direction;
};
constexpr OrderChoice kOrders[] = {{UserOrder::Index, Direction::Ascending},
                                   {UserOrder::Id, Direction::Ascending},
                                   {UserOrder::Length, Direction::Descending},
                                   {UserOrder::Length, Direction::Ascending}};

}  // namespace

UsersPanel::UsersPanel(JobRunner& jobs, QWidget* parent)
    : QWidget(parent),
      m_model(new PagedTableModel(jobs, {{.title = tr("User")}, {.title = tr("Items"), .numeric = true}},
                                  userTable().reader, this)),
      m_search(new QLineEdit),
      m_order(new QComboBox),
      m_view(new TableView),
      m_count(new QLabel),
      m_random({kSeed}) {
    m_search->setObjectName(QStringLiteral("userSearch"));
    m_search->setPlaceholderText(tr("Search a user id"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search a user by id"));
    m_search->setToolTip(tr("Shows the users whose id contains this text (Ctrl+F)"));
    m_search->addAction(lineIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);

    m_order->setObjectName(QStringLiteral("userOrder"));
    m_order->addItems(
        {tr("In the data's order"), tr("By id"), tr("Longest history first"), tr("Shortest history first")});
    m_order->setAccessibleName(tr("Order of the users"));
    m_order->setToolTip(tr("Order of the users"));

    m_view->setObjectName(QStringLiteral("users"));
    m_view->setAccessibleName(tr("Users"));
    m_view->setModel(m_model);
    m_view->setNumericColumns({1});
    m_view->setStretchColumn(0);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setExportName(QStringLiteral("users"));
    m_count->setProperty("role", "caption");
    m_count->setObjectName(QStringLiteral("userCount"));

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
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(Theme::instance().px(space::kUnit));
    buttons->addWidget(button(QStringLiteral("previousUser"), QStringLiteral("‹"), tr("Previous user"),
                              QKeySequence(Qt::ALT | Qt::Key_Up), &UsersPanel::choosePrevious));
    buttons->addWidget(button(QStringLiteral("nextUser"), QStringLiteral("›"), tr("Next user"),
                              QKeySequence(Qt::ALT | Qt::Key_Down), &UsersPanel::chooseNext));
    buttons->addWidget(button(QStringLiteral("randomUser"), tr("Random"), tr("A random user of the list"),
                              QKeySequence(Qt::ALT | Qt::Key_R), &UsersPanel::chooseRandom),
                       1);

    auto* find = new QShortcut(QKeySequence::Find, parentWidget() ? parentWidget() : this);
    find->setContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, m_search, [this] {
        m_search->setFocus();
        m_search->selectAll();
    });

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::instance().px(space::kInside));
    layout->addWidget(m_search);
    layout->addWidget(m_order);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_count);
    layout->addLayout(buttons);

    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    connect(&m_typing, &QTimer::timeout, this, &UsersPanel::showList);
    connect(m_search, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        m_choosingFirst = true;
        showList();
    });
    connect(m_order, &QComboBox::currentIndexChanged, this, &UsersPanel::showList);
    connect(m_model, &PagedTableModel::loaded, this, &UsersPanel::listRead);
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first, const QModelIndex& last) {
        if (m_wantedRow >= first.row() && m_wantedRow <= last.row()) takeRow(m_wantedRow);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_following && current.isValid()) takeRow(current.row());
            });
}

void UsersPanel::setDataset(std::optional<DatasetId> dataset) {
    m_dataset = dataset;
    m_user.reset();
    m_wantedRow = -1;
    m_choosingFirst = true;
    {
        const QSignalBlocker search(m_search), order(m_order);
        m_search->clear();
        m_order->setCurrentIndex(0);
    }
    showList();
}

void UsersPanel::showList() {
    m_typing.stop();
    const OrderChoice& chosen = kOrders[m_order->currentIndex()];
    m_wantedRow = -1;
    if (!m_dataset) return m_model->clear();
    m_model->setQuery({.dataset = *m_dataset,
                       .search = m_search->text().trimmed(),
                       .order = int(chosen.order),
                       .direction = chosen.direction});
}

void UsersPanel::listRead() {
    const int rows = m_model->rowCount();
    m_count->setText(rows == 1 ? tr("1 user") : tr("%1 users").arg(wholeNumber(rows)));
    m_view->setEmptyText(!m_dataset ? QString() : tr("No user id contains “%1”.").arg(m_search->text().trimmed()));
    m_view->fitColumns();
    if (std::exchange(m_choosingFirst, false)) {
        if (rows > 0) moveTo(0);
        return;
    }
    if (!m_user) return;
    // In the data's order a user's row is its index; in other orders it is looked for among the rows that were read.
    const bool wholeList = m_order->currentIndex() == 0 && m_model->query().search.isEmpty();
    int found = wholeList ? *m_user : -1;
    for (int row = 0; found < 0 && row < std::min(rows, PagedTableModel::kPageRows); ++row)
        if (m_model->keyOf(row) == *m_user) found = row;
    if (found < 0) return;
    const QScopedValueRollback following(m_following, true);
    m_view->selectRow(found);
    m_view->scrollTo(m_model->index(found, 0), QAbstractItemView::PositionAtCenter);
}

void UsersPanel::takeRow(int row) {
    const auto user = m_model->keyOf(row);
    m_wantedRow = user ? -1 : row;
    if (!user || m_user == *user) return;
    m_user = std::int32_t(*user);
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
    {
        const QSignalBlocker search(m_search), order(m_order);
        m_search->clear();
        m_order->setCurrentIndex(0);
    }
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

}  // namespace recscope::ui
