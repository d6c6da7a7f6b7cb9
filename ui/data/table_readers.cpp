// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/table_readers.h"

#include <QCoreApplication>

#include "ui/jobs/job_runner.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("TableReaders", text);
}

QString dayOf(const std::optional<std::int64_t>& seconds) {
    return seconds ? dayText(*seconds) : QString();
}

QString genresText(const std::string& genres) {
    return QString::fromStdString(genres).replace(QLatin1Char('|'), QStringLiteral(", "));
}

}  // namespace

QString kindText(const DatasetInfo& dataset, const Interaction& interaction) {
    const bool isKnown = interaction.kind && std::size_t(*interaction.kind) < dataset.eventKinds.size();
    return isKnown ? QString::fromStdString(dataset.eventKinds[std::size_t(*interaction.kind)]) : QString();
}

TableSource userTable() {
    TableSource table;
    table.columns = {{tr("User"), false, int(UserOrder::Id)},
                     {tr("Interactions"), true, int(UserOrder::Length), Direction::Descending},
                     {tr("First day"), true, int(UserOrder::FirstTime)},
                     {tr("Last day"), true, int(UserOrder::LastTime), Direction::Descending}};
    table.start.order = int(UserOrder::Index);
    table.all = [](const DatasetInfo& dataset) { return dataset.users; };
    table.reader = [](JobContext& context, const TableQuery& query, std::int64_t offset, std::int64_t limit) {
        const UserFilter filter{.search = query.search.toStdString(),
                                .minLength = query.minLength,
                                .maxLength = query.maxLength,
                                .fromTime = query.fromTime,
                                .toTime = query.toTime,
                                .kind = query.kind};
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
    table.all = [](const DatasetInfo& dataset) { return dataset.items; };
    table.start.order = int(ItemOrder::Popularity);
    table.start.direction = Direction::Descending;
    table.reader = [](JobContext& context, const TableQuery& query, std::int64_t offset, std::int64_t limit) {
        const ItemFilter filter{
            .search = query.search.toStdString(), .genre = query.genre.toStdString(), .kind = query.kind};
        const Page<ItemInfo> items =
            DatasetStore(context.workspace)
                .searchItems(query.dataset, filter, ItemOrder(query.order), query.direction, offset, limit);
        Page<TableRow> page;
        page.total = items.total;
        for (const ItemInfo& item : items.rows)
            page.rows.push_back({item.token,
                                 {QString::fromStdString(item.title), genresText(item.genres),
                                  QString::fromStdString(item.id), wholeNumber(item.interactions)}});
        return page;
    };
    return table;
}

TableSource historyTable(qint32 user, const DatasetInfo& dataset, std::shared_ptr<const ItemCatalogue> catalogue) {
    TableSource table;
    table.columns = {{tr("Position"), true}, {tr("Time (UTC)"), true}, {tr("Item id")},      {tr("Title")},
                     {tr("Genres")},         {tr("Rating"), true},     {tr("Gap (s)"), true}};
    if (dataset.hasOrders) table.columns.push_back({tr("Order"), true});
    if (!dataset.eventKinds.empty()) table.columns.push_back({tr("Kind of event")});
    table.reader = [user, dataset, catalogue = std::move(catalogue)](JobContext& context, const TableQuery& query,
                                                                     std::int64_t offset, std::int64_t limit) {
        const auto history = DatasetStore(context.workspace).history(query.dataset, user);
        Page<TableRow> page;
        page.total = std::int64_t(history.size());
        for (std::int64_t i = offset; i < std::min(page.total, offset + limit); ++i) {
            const Interaction& interaction = history[std::size_t(i)];
            const ItemInfo& item = catalogue->at(std::size_t(interaction.token - kFirstItemToken));
            const Interaction& before = history[std::size_t(std::max<std::int64_t>(i - 1, 0))];
            const bool hasGap = i > 0 && interaction.time && before.time;
            TableRow row{i,
                         {QString::number(i + 1), interaction.time ? timeText(*interaction.time) : QString(),
                          QString::fromStdString(item.id), QString::fromStdString(item.title), genresText(item.genres),
                          interaction.rating ? shortNumber(*interaction.rating) : QString(),
                          hasGap ? QString::number(*interaction.time - *before.time) : QString()}};
            if (dataset.hasOrders)
                row.cells.append(interaction.order ? QString::number(*interaction.order + 1) : QString());
            if (!dataset.eventKinds.empty()) row.cells.append(kindText(dataset, interaction));
            page.rows.push_back(std::move(row));
        }
        return page;
    };
    return table;
}

}  // namespace recscope::ui
