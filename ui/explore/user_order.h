// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "ui/explore/user_finder.h"

namespace recscope::ui {

class TableView;

/// Combo box for the order of the user list. A click on a header of the list changes the order too, and an arrow in the
/// header shows it.
class UserOrder : public QComboBox {
    Q_OBJECT
public:
    explicit UserOrder(QWidget* parent = nullptr);

    UserListOrder order() const;
    Direction direction() const;
    /// Sets whether users can be sorted by rank; `about` is the tooltip.
    void setRanked(bool ranked, const QString& about);
    /// Restores the order of user indices, without a signal.
    void reset();
    /// Connects the headers of `list`: a click sorts, a second one reverses the order, a third one restores the order
    /// of user indices.
    void follow(TableView& list);

private:
    void clicked(int column);
    void showArrow();

    TableView* m_list = nullptr;
};

}  // namespace recscope::ui
