// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/import_feed.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/data/batch_builder.h"
#include "core/data/earlier_rows.h"
#include "core/util/progress.h"
#include "core/util/text.h"

namespace recscope {

namespace {

BatchContents batchContents(const ImportSource& source, const ImportOptions& options) {
    const TableLayout& layout = source.recognition.layout;
    return {.hasTimes = layout.time.has_value(),
            .hasRatings = layout.rating.has_value(),
            .hasKinds = layout.kind.has_value(),
            .orders = options.orders == Orders::SameTime ? BatchOrders::SameTime
                      : layout.order                     ? BatchOrders::Column
                                                         : BatchOrders::None};
}

/// Collects the rows of one user until the rows of the next user begin.
class UserByUser : public RowSink {
public:
    UserByUser(BatchBuilder& builder, FileOrder order) : m_builder(builder), m_order(order) {}

    void add(const Row& row) override {
        if (!m_rows.empty() && row.user != m_rows.front().user) {
            // Users are numbered in the order of their first rows, so a smaller number means that a user reappears.
            if (row.user < m_rows.front().user) throw UsersNotTogether();
            flush();
        }
        m_rows.push_back(row);
    }

    void flush() {
        if (m_order == FileOrder::NewestFirst) std::reverse(m_rows.begin(), m_rows.end());
        if (!m_rows.empty()) m_builder.add(m_rows);
        m_rows.clear();
    }

private:
    BatchBuilder& m_builder;
    FileOrder m_order;
    std::vector<Row> m_rows;
};

class StreamedRows : public ImportRows {
public:
    StreamedRows(const ImportSource& source, const ImportOptions& options, ImportReport& report, std::stop_token stop)
        : m_thread([this, &source, &options, &report, stop = std::move(stop)](const BatchThread::Push& push) {
              BatchBuilder builder(batchContents(source, options), m_ids.details, push);
              UserByUser users(builder, source.order);
              const auto progress = [this](std::int64_t bytes, std::int64_t) { m_bytesRead = bytes; };
              readRows(source, options, report, m_ids, users, progress, stop);
              users.flush();
              builder.finish();
              m_ties = builder.ties();
          }) {}

    bool next(HistoryBatch& batch) override { return m_thread.next(batch); }
    std::vector<std::string> takeUserIds() override { return m_ids.users.takeIds(); }
    std::vector<std::string> takeItemIds() override { return m_ids.items.takeIds(); }
    std::vector<std::string> takeKinds() override { return std::move(m_ids.details.kindNames); }
    TimeTies ties() const override { return m_ties; }
    ItemColumns takeItemColumns() override { return std::move(m_ids.itemColumns); }

private:
    RowIds m_ids;
    TimeTies m_ties;
    BatchThread m_thread;  // last member: stops before the members it uses are destroyed
};

class AllRows : public RowSink {
public:
    void add(const Row& row) override { table.add(row); }
    RowTable table;
};

class CollectedRows : public ImportRows {
public:
    CollectedRows(const ImportSource& source, const ImportOptions& options, ImportReport& report,
                  const std::function<void(std::int64_t, std::int64_t)>& progress, const std::stop_token& stop,
                  const EarlierVersion* earlier) {
        BatchContents contents = batchContents(source, options);
        RowIds ids;
        AllRows rows;
        if (earlier) numberEarlierIds(*earlier, ids);
        readRows(source, options, report, ids, rows, progress, stop);
        const std::size_t userCount = ids.users.ids().size(), itemCount = ids.items.ids().size();
        if (earlier) {
            m_grouped =
                joinRows(*earlier, rows.table, source.order, userCount, itemCount, ids.details, contents, report);
        } else {
            m_grouped.itemCount = itemCount;
            m_grouped.rows = rows.table.takeGroupedByUser(userCount, m_grouped.offsets, source.order);
        }
        m_grouped.details = std::move(ids.details);
        if (hasFilters(options)) {
            for (std::size_t user = 0; user + 1 < m_grouped.offsets.size() && contents.hasTimes; ++user)
                orderByTime(rowsOf(user));
            throwIfStopped(stop);
            applyFilters(m_grouped, options, report);
            throwIfStopped(stop);
        }
        if (earlier) countJoined(m_grouped, report);
        const std::vector<std::int32_t> items = renumberItems(m_grouped), users = renumberUsers(m_grouped);
        report.itemsLeftOut += std::count(items.begin(), items.end(), -1);
        report.usersLeftOut += std::count(users.begin(), users.end(), -1);
        m_itemIds = keptIds(ids.items.takeIds(), items);
        m_userIds = keptIds(ids.users.takeIds(), users);
        m_itemColumns = std::move(ids.itemColumns);
        m_itemColumns.renumber(items);
        m_thread.emplace([this, contents](const BatchThread::Push& push) {
            BatchBuilder builder(contents, m_grouped.details, push);
            for (std::size_t user = 0; user + 1 < m_grouped.offsets.size(); ++user) builder.add(rowsOf(user));
            builder.finish();
            m_ties = builder.ties();
        });
    }

    bool next(HistoryBatch& batch) override { return m_thread->next(batch); }
    std::int64_t rowCount() const override { return static_cast<std::int64_t>(m_grouped.rows.size()); }
    std::vector<std::string> takeUserIds() override { return std::move(m_userIds); }
    std::vector<std::string> takeItemIds() override { return std::move(m_itemIds); }
    std::vector<std::string> takeKinds() override { return std::move(m_grouped.details.kindNames); }
    TimeTies ties() const override { return m_ties; }
    ItemColumns takeItemColumns() override { return std::move(m_itemColumns); }

private:
    std::span<Row> rowsOf(std::size_t user) {
        const auto begin = static_cast<std::size_t>(m_grouped.offsets[user]);
        return std::span(m_grouped.rows).subspan(begin, static_cast<std::size_t>(m_grouped.offsets[user + 1]) - begin);
    }

    /// Returns the ids that have a number other than -1 in `numbers`, in the same order.
    static std::vector<std::string> keptIds(std::vector<std::string> ids, const std::vector<std::int32_t>& numbers) {
        std::vector<std::string> kept;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (numbers[i] >= 0) kept.push_back(std::move(ids[i]));
        }
        return kept;
    }

    GroupedRows m_grouped;
    TimeTies m_ties;
    ItemColumns m_itemColumns;
    std::vector<std::string> m_userIds, m_itemIds;
    std::optional<BatchThread> m_thread;  // last member: stops before the members it uses are destroyed
};

}  // namespace

bool canBeStreamed(const ImportSource& source, const ImportOptions& options) {
    if (hasFilters(options)) return false;
    const auto parser = source.format->makeParser(source.recognition.layout);
    std::vector<RawRow> rows;
    std::set<std::string, std::less<>> before;
    std::string current;
    for (std::size_t i = source.recognition.layout.hasHeader; i < source.sample.lines.size(); ++i) {
        if (trimmed(source.sample.lines[i]).empty() || parser->parse(source.sample.lines[i], rows)) continue;
        for (const RawRow& row : rows) {
            if (row.user == current) continue;
            if (!before.emplace(row.user).second) return false;
            current = row.user;
        }
    }
    return true;
}

std::unique_ptr<ImportRows> streamRows(const ImportSource& source, const ImportOptions& options, ImportReport& report,
                                       const std::stop_token& stop) {
    return std::make_unique<StreamedRows>(source, options, report, stop);
}

std::unique_ptr<ImportRows> collectRows(const ImportSource& source, const ImportOptions& options, ImportReport& report,
                                        const std::function<void(std::int64_t, std::int64_t)>& progress,
                                        const std::stop_token& stop, const EarlierVersion* earlier) {
    return std::make_unique<CollectedRows>(source, options, report, progress, stop, earlier);
}

}  // namespace recscope
