// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explore/user_finder.h"
#include "ui/lists/paged_table_model.h"

namespace recscope::ui {

class Favourites;
class PinnedUsers;

/// Table of the users that match `criteria`, loaded page by page: id, length of the history, rank of the held-out item.
/// Favourites have a star, users pinned for the training timeline a disc.
class UserListModel : public PagedTableModel {
    Q_OBJECT
public:
    enum Column { User, Items, Rank, ColumnCount };
    UserListModel(JobRunner& jobs, std::shared_ptr<UserFinder> finder, const Favourites& favourites,
                  const PinnedUsers& pinned, QObject* parent = nullptr);

    void setCriteria(const UserCriteria& criteria);
    const UserCriteria& criteria() const { return m_criteria; }
    void setRankToolTip(const QString& toolTip) { m_rankToolTip = toolTip; }

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<UserFinder> m_finder;
    const Favourites& m_favourites;
    const PinnedUsers& m_pinned;
    UserCriteria m_criteria;
    QString m_rankToolTip;
};

}  // namespace recscope::ui
