// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/table_readers.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/store/attribute_pages.h"
#include "core/store/user_attribute_store.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/item_facts.h"
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

/// The attributes that a query shows as columns, read once for a page.
class ShownAttributes {
public:
    ShownAttributes(AttributeStore store, const TableQuery& query) : m_shown(query.shown) {
        if (!m_shown.empty()) m_attributes = store.list(query.dataset);
    }
    /// Appends the value of each shown attribute of a user or item.
    void addTo(QStringList& cells, std::int64_t index) const {
        for (const std::string& name : m_shown) {
            const auto found = std::find_if(m_attributes.begin(), m_attributes.end(),
                                            [&](const UserAttribute& attribute) { return attribute.name == name; });
            cells << (found == m_attributes.end() ? QString() : text(*found, std::size_t(index)));
        }
    }

private:
    static QString text(const UserAttribute& attribute, std::size_t index) {
        constexpr int kDigits = 12;
        if (attribute.kind == AttributeKind::Category) return QString::fromStdString(attributeText(attribute, index));
        return index < attribute.numbers.size() && attribute.isKnown(index)
                   ? shortNumber(attribute.numbers[index], kDigits)
                   : QString();
    }

    std::vector<std::string> m_shown;
    std::vector<UserAttribute> m_attributes;
};

/// The attribute that a query is sorted by; empty = none.
std::string orderAttribute(const TableQuery& query) {
    const int index = query.order - kFirstAttributeOrder;
    return index >= 0 && std::size_t(index) < query.shown.size() ? query.shown[std::size_t(index)] : std::string();
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
    table.totalRows = [](const DatasetInfo& dataset) { return dataset.users; };
    table.reader = [](JobContext& context, const TableQuery& query, std::int64_t offset, std::int64_t limit) {
        const UserFilter filter{.search = query.search.toStdString(),
                                .minLength = query.minLength,
                                .maxLength = query.maxLength,
                                .fromTime = query.fromTime,
                                .toTime = query.toTime,
                                .kind = query.kind,
                                .attributes = query.attributes};
        const std::string attribute = orderAttribute(query);
        const UserOrder order = query.order < kFirstAttributeOrder ? UserOrder(query.order) : UserOrder::Index;
        const Page<UserInfo> users =
            attribute.empty()
                ? DatasetStore(context.workspace).users(query.dataset, filter, order, query.direction, offset, limit)
                : usersByAttribute(context.workspace, query.dataset, filter, attribute, query.direction, offset, limit);
        const ShownAttributes attributes(UserAttributeStore(context.workspace), query);
        Page<TableRow> page;
        page.total = users.total;
        for (const UserInfo& user : users.rows)
            page.rows.push_back({user.user,
                                 {QString::fromStdString(user.id), wholeNumber(user.length), dayOf(user.firstTime),
                                  dayOf(user.lastTime)}});
        for (TableRow& row : page.rows) attributes.addTo(row.cells, row.key);
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
    table.totalRows = [](const DatasetInfo& dataset) { return dataset.items; };
    table.start.order = int(ItemOrder::Popularity);
    table.start.direction = Direction::Descending;
    table.reader = [](JobContext& context, const TableQuery& query, std::int64_t offset, std::int64_t limit) {
        const ItemFilter filter{.search = query.search.toStdString(),
                                .genre = query.genre.toStdString(),
                                .kind = query.kind,
                                .attributes = query.attributes};
        const std::string attribute = orderAttribute(query);
        const ItemOrder order = query.order < kFirstAttributeOrder ? ItemOrder(query.order) : ItemOrder::Popularity;
        const Page<ItemInfo> items =
            attribute.empty()
                ? DatasetStore(context.workspace)
                      .searchItems(query.dataset, filter, order, query.direction, offset, limit)
                : itemsByAttribute(context.workspace, query.dataset, filter, attribute, query.direction, offset, limit);
        const ShownAttributes attributes(ItemAttributeStore(context.workspace), query);
        Page<TableRow> page;
        page.total = items.total;
        for (const ItemInfo& item : items.rows)
            page.rows.push_back({item.token,
                                 {QString::fromStdString(item.title), genresText(item.genres),
                                  QString::fromStdString(item.id), wholeNumber(item.interactions)}});
        for (TableRow& row : page.rows) attributes.addTo(row.cells, row.key - kFirstItemToken);
        return page;
    };
    return table;
}

TableSource historyTable(qint32 user, const DatasetInfo& dataset, std::shared_ptr<const ItemCatalogue> catalogue) {
    TableSource table;
    table.columns = {{tr("Position"), true}, {tr("Time (UTC)"), true}, {tr("Item id")},      {tr("Title")},
                     {genresTitle(dataset)}, {tr("Rating"), true},     {tr("Gap (s)"), true}};
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
