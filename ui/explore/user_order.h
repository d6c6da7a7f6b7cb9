// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "ui/explore/user_finder.h"

namespace recscope::ui {

class TableView;

/// The order of the list of users: chosen here, or by a click on a header of the list, whose arrow follows.
class UserOrder : public QComboBox {
    Q_OBJECT
public:
    explicit UserOrder(QWidget* parent = nullptr);

    UserListOrder order() const;
    Direction direction() const;
    /// Whether users can be sorted by rank; `about` is the tooltip.
    void setRanked(bool ranked, const QString& about);
    /// Back to the data's own order, without a signal.
    void reset();
    /// Connects the headers of `list`: a click sorts, a second one reverses the order, a third one restores the data's
    /// order.
    void follow(TableView& list);

private:
    void clicked(int column);
    void showArrow();

    TableView* m_list = nullptr;
};

}  // namespace recscope::ui
