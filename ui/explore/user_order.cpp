// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/user_order.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <algorithm>
#include <iterator>

#include "ui/explore/user_list_model.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {

struct OrderChoice {
    UserListOrder order;
    Direction direction;
    int column;  ///< column of the list; -1 = the order of user indices, which no header shows
};
// In the order of the box's entries. The entries of a column are adjacent; the first of them is the order that the
// first click on the column's header gives. UserListOrder::Rank: the rank of the user's held-out item, 1 = best.
constexpr OrderChoice kOrders[] = {{UserListOrder::Index, Direction::Ascending, -1},
                                   {UserListOrder::Id, Direction::Ascending, UserListModel::User},
                                   {UserListOrder::Length, Direction::Descending, UserListModel::Items},
                                   {UserListOrder::Length, Direction::Ascending, UserListModel::Items},
                                   {UserListOrder::Rank, Direction::Ascending, UserListModel::Rank},
                                   {UserListOrder::Rank, Direction::Descending, UserListModel::Rank}};

}  // namespace

UserOrderBox::UserOrderBox(QWidget* parent) : QComboBox(parent) {
    addItems({tr("In the data's order"), tr("By id"), tr("Longest history first"), tr("Shortest history first"),
              tr("Best rank first"), tr("Worst rank first")});
    for (int i = 0; i < count(); ++i) setItemData(i, i);  // the value stored in the UI state
    setAccessibleName(tr("Order of the users"));
    setToolTip(tr("Order of the users"));
    setMinimumContentsLength(8);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(this, &QComboBox::currentIndexChanged, this, &UserOrderBox::showArrow);
}

UserListOrder UserOrderBox::order() const {
    return kOrders[currentIndex()].order;
}

Direction UserOrderBox::direction() const {
    return kOrders[currentIndex()].direction;
}

void UserOrderBox::enableRankOrders(bool enabled, const QString& toolTip) {
    const QSignalBlocker quiet(this);
    auto* choices = qobject_cast<QStandardItemModel*>(model());
    for (int i = 0; i < count(); ++i) {
        if (kOrders[i].order != UserListOrder::Rank) continue;
        choices->item(i)->setEnabled(enabled);
        setItemData(i, toolTip, Qt::ToolTipRole);
    }
    if (!enabled && order() == UserListOrder::Rank) setCurrentIndex(0);
    showArrow();
}

void UserOrderBox::reset() {
    const QSignalBlocker quiet(this);
    setCurrentIndex(0);
    showArrow();
}

void UserOrderBox::connectHeader(TableView& list) {
    m_list = &list;
    connect(list.horizontalHeader(), &QHeaderView::sectionClicked, this, &UserOrderBox::clicked);
    showArrow();
}

void UserOrderBox::clicked(int column) {
    // The first click on a column chooses its first entry, each further one its next entry. After the last one, as for
    // a column without entries, the list is in the order of user indices (entry 0) again.
    const bool isSortedByColumn = kOrders[currentIndex()].column == column;
    const auto from = std::begin(kOrders) + (isSortedByColumn ? currentIndex() + 1 : 0);
    const auto next =
        std::find_if(from, std::end(kOrders), [column](const OrderChoice& choice) { return choice.column == column; });
    setCurrentIndex(next == std::end(kOrders) ? 0 : int(next - std::begin(kOrders)));
    showArrow();  // corrects the arrow that the header drew on click
}

void UserOrderBox::showArrow() {
    if (!m_list) return;
    const OrderChoice& chosen = kOrders[currentIndex()];
    QHeaderView* header = m_list->horizontalHeader();
    header->setSortIndicatorShown(chosen.column >= 0);
    if (chosen.column < 0) return;
    header->setSortIndicator(chosen.column,
                             chosen.direction == Direction::Ascending ? Qt::AscendingOrder : Qt::DescendingOrder);
}

}  // namespace recscope::ui
