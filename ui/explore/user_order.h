// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "ui/explore/user_finder.h"

namespace recscope::ui {

class TableView;

/// In which order the users are listed: chosen here, or by a click on a column's head of the list, whose arrow follows.
class UserOrder : public QComboBox {
    Q_OBJECT
public:
    explicit UserOrder(QWidget* parent = nullptr);

    UserListOrder order() const;
    Direction direction() const;
    /// Whether users can be listed by rank, and what is said of it.
    void setRanked(bool ranked, const QString& about);
    /// The data's own order again, without telling it.
    void reset();
    /// A click on a head of this list sorts, another one turns the order around, a third one brings the data's back.
    void follow(TableView& list);

private:
    void clicked(int column);
    void showArrow();

    TableView* m_list = nullptr;
};

}  // namespace recscope::ui
