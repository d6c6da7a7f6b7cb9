// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "ui/explore/user_finder.h"

namespace recscope::ui {

class TableView;

/// Combo box for the order of the user list. The order can also be changed by a click on a column header, which shows
/// it with an arrow.
class UserOrderBox : public QComboBox {
    Q_OBJECT
public:
    explicit UserOrderBox(QWidget* parent = nullptr);

    UserListOrder order() const;
    Direction direction() const;
    /// Enables or disables the orders by rank, with a tooltip that says where the ranks come from, or why
    /// there are none.
    void enableRankOrders(bool enabled, const QString& toolTip);
    /// Restores the order of user indices, without a signal.
    void reset();
    /// Connects the column headers of `list`: a click sorts by the column, a second one reverses the order if there is
    /// a reverse one, the next one restores the order of user indices.
    void connectHeader(TableView& list);

private:
    void clicked(int column);
    void showArrow();

    TableView* m_list = nullptr;
};

}  // namespace recscope::ui
