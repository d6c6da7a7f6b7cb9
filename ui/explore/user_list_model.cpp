// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/user_list_model.h"

#include "ui/explore/favourites.h"
#include "ui/jobs/job_runner.h"
#include "ui/lists/row_delegates.h"
#include "ui/session/pinned_users.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

UserListModel::UserListModel(JobRunner& jobs, std::shared_ptr<UserFinder> finder, const Favourites& favourites,
                             const PinnedUsers& pinned, QObject* parent)
    : PagedTableModel(
          jobs,
          {{.title = tr("User")}, {.title = tr("Items"), .numeric = true}, {.title = tr("Rank"), .numeric = true}}, {},
          parent),
      m_finder(std::move(finder)),
      m_favourites(favourites),
      m_pinned(pinned) {
    const auto badgesChanged = [this] {
        if (rowCount() > 0) emit dataChanged(index(0, User), index(rowCount() - 1, User), {BadgeRole});
    };
    connect(&favourites, &Favourites::changed, this, badgesChanged);
    connect(&pinned, &PinnedUsers::changed, this, badgesChanged);
}

void UserListModel::setCriteria(const UserCriteria& criteria) {
    m_criteria = criteria;
    setReader(
        [finder = m_finder, criteria](JobContext& context, const TableQuery&, std::int64_t offset, std::int64_t limit) {
            const Page<FoundUser> found = finder->find(context.workspace, criteria, offset, limit, context.stop);
            Page<TableRow> page;
            page.total = found.total;
            for (const FoundUser& row : found.rows)
                page.rows.push_back({row.user.user,
                                     {QString::fromStdString(row.user.id), wholeNumber(row.user.length),
                                      row.rank > 0 ? wholeNumber(row.rank) : QString()}});
            return page;
        });
    setQuery({.dataset = criteria.dataset, .search = QString::fromStdString(criteria.filter.search)});
}

QVariant UserListModel::data(const QModelIndex& index, int role) const {
    if (index.column() == User) {
        const auto user = keyOf(index.row());
        const bool favourite = user && m_favourites.contains(std::int32_t(*user));
        const bool pinned = user && m_pinned.contains(std::int32_t(*user));
        if (role == BadgeRole) {
            QStringList marks;
            if (favourite) marks << QStringLiteral("★");
            if (pinned) marks << QStringLiteral("◉");
            return marks.join(QLatin1Char(' '));
        }
        if (role == BadgeColourRole) return Theme::instance().colours().accent;
        if (role == Qt::AccessibleTextRole && (favourite || pinned)) {
            QStringList words{PagedTableModel::data(index, Qt::DisplayRole).toString()};
            if (favourite) words << tr("favourite");
            if (pinned) words << tr("pinned for the timeline");
            return words.join(QStringLiteral(", "));
        }
    }
    return PagedTableModel::data(index, role);
}

QVariant UserListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::ToolTipRole)
        return QStringList{tr("The user's id in the data"), tr("Length of the history"), m_rankToolTip}.value(section);
    return PagedTableModel::headerData(section, orientation, role);
}

}  // namespace recscope::ui
