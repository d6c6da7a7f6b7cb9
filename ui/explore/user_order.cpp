// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/user_order.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QStandardItemModel>
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
// For each column, the first entry is the order that the first click on the header gives.
constexpr OrderChoice kOrders[] = {{UserListOrder::Index, Direction::Ascending, -1},
                                   {UserListOrder::Id, Direction::Ascending, UserListModel::User},
                                   {UserListOrder::Length, Direction::Descending, UserListModel::Items},
                                   {UserListOrder::Length, Direction::Ascending, UserListModel::Items},
                                   {UserListOrder::Rank, Direction::Ascending, UserListModel::Rank},
                                   {UserListOrder::Rank, Direction::Descending, UserListModel::Rank}};

}  // namespace

UserOrder::UserOrder(QWidget* parent) : QComboBox(parent) {
    addItems({tr("In the data's order"), tr("By id"), tr("Longest history first"), tr("Shortest history first"),
              tr("Best rank first"), tr("Worst rank first")});
    for (int i = 0; i < count(); ++i) setItemData(i, i);  // the value stored in the UI state
    setAccessibleName(tr("Order of the users"));
    setToolTip(tr("Order of the users"));
    setMinimumContentsLength(8);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(this, &QComboBox::currentIndexChanged, this, &UserOrder::showArrow);
}

UserListOrder UserOrder::order() const {
    return kOrders[currentIndex()].order;
}

Direction UserOrder::direction() const {
    return kOrders[currentIndex()].direction;
}

void UserOrder::enableRankOrders(bool enabled, const QString& about) {
    const QSignalBlocker quiet(this);
    auto* choices = qobject_cast<QStandardItemModel*>(model());
    for (int i = 0; i < count(); ++i) {
        if (kOrders[i].order != UserListOrder::Rank) continue;
        choices->item(i)->setEnabled(enabled);
        setItemData(i, about, Qt::ToolTipRole);
    }
    if (!enabled && order() == UserListOrder::Rank) setCurrentIndex(0);
    showArrow();
}

void UserOrder::reset() {
    const QSignalBlocker quiet(this);
    setCurrentIndex(0);
    showArrow();
}

void UserOrder::connectHeader(TableView& list) {
    m_list = &list;
    connect(list.horizontalHeader(), &QHeaderView::sectionClicked, this, &UserOrder::clicked);
    showArrow();
}

void UserOrder::clicked(int column) {
    int next = 0;
    for (int i = 0; i < int(std::size(kOrders)); ++i) {
        const bool isReversed = kOrders[currentIndex()].column == column && i == currentIndex() + 1;
        const bool isFirstClick = kOrders[currentIndex()].column != column && next == 0;
        if (kOrders[i].column == column && (isReversed || isFirstClick)) next = i;
    }
    setCurrentIndex(next);
    showArrow();  // corrects the arrow that the header drew on click
}

void UserOrder::showArrow() {
    if (!m_list) return;
    const OrderChoice& chosen = kOrders[currentIndex()];
    QHeaderView* header = m_list->horizontalHeader();
    header->setSortIndicatorShown(chosen.column >= 0);
    if (chosen.column < 0) return;
    header->setSortIndicator(chosen.column,
                             chosen.direction == Direction::Ascending ? Qt::AscendingOrder : Qt::DescendingOrder);
}

}  // namespace recscope::ui
