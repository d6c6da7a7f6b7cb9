// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/table_readers.h"

#include <QCoreApplication>
#include <QDateTime>

#include "ui/jobs/job_runner.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("TableReaders", text);
}

QString dayOf(const std::optional<std::int64_t>& seconds) {
    return seconds ? QDateTime::fromSecsSinceEpoch(*seconds, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd"))
                   : QString();
}

}  // namespace

TableSource userTable() {
    TableSource table;
    table.columns = {{tr("User"), false, int(UserOrder::Id)},
                     {tr("Interactions"), true, int(UserOrder::Length), Direction::Descending},
                     {tr("First"), true},
                     {tr("Last"), true}};
    table.start.order = int(UserOrder::Index);
    table.reader = [](JobContext& context, const TableQuery& query, std::int64_t offset, std::int64_t limit) {
        const UserFilter filter{.search = query.search.toStdString(),
                                .minLength = query.minLength,
                                .maxLength = query.maxLength,
                                .fromTime = query.fromTime,
                                .toTime = query.toTime};
        const Page<UserInfo> users =
            DatasetStore(context.workspace)
                .users(query.dataset, filter, UserOrder(query.order), query.direction, offset, limit);
        Page<TableRow> page;
        page.total = users.total;
        for (const UserInfo& user : users.rows)
            page.rows.push_back({user.user,
                                 {QString::fromStdString(user.id), wholeNumber(user.length), dayOf(user.firstTime),
                                  dayOf(user.lastTime)}});
        return page;
    };
    return table;
}

TableSource itemTable() {
    TableSource table;
    table.columns = {{tr("Title"), false, int(ItemOrder::Title)},
                     {tr("Genres"), false},
                     {tr("Id"), false, int(ItemOrder::Token)},
                     {tr("Interactions"), true, int(ItemOrder::Popularity), Direction::Descending}};
    table.start.order = int(ItemOrder::Popularity);
    table.start.direction = Direction::Descending;
    table.reader = [](JobContext& context, const TableQuery& query, std::int64_t offset, std::int64_t limit) {
        const ItemFilter filter{.search = query.search.toStdString(), .genre = query.genre.toStdString()};
        const Page<ItemInfo> items =
            DatasetStore(context.workspace)
                .searchItems(query.dataset, filter, ItemOrder(query.order), query.direction, offset, limit);
        Page<TableRow> page;
        page.total = items.total;
        for (const ItemInfo& item : items.rows)
            page.rows.push_back({item.token,
                                 {QString::fromStdString(item.title),
                                  QString::fromStdString(item.genres).replace(QLatin1Char('|'), QStringLiteral(", ")),
                                  QString::fromStdString(item.id), wholeNumber(item.interactions)}});
        return page;
    };
    return table;
}

}  // namespace recscope::ui
