// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/store/dataset_store.h"
#include "ui/widgets/table_text.h"

namespace recscope::ui {

class JobRunner;
struct JobContext;

struct TableColumn {
    QString title;
    bool numeric = false;
    int order = -1;  ///< value of `TableQuery::order` that sorts by this column; -1 = not sortable
    Direction firstClick = Direction::Ascending;
};

/// Which rows of a table to read, and in which order.
struct TableQuery {
    DatasetId dataset = 0;
    QString search;
    std::optional<std::int64_t> minLength = {}, maxLength = {};  ///< for users: number of interactions
    /// For users: Unix seconds; only users whose history overlaps this span.
    std::optional<std::int64_t> fromTime = {}, toTime = {};
    QString genre = {};  ///< for items: only items of this genre
    /// Index of a kind of event: only users or items with an interaction of this kind.
    std::optional<qint32> kind = {};
    std::vector<AttributeTest> attributes = {};  ///< only rows that pass all of these tests
    /// Names of the attributes shown in additional columns at the right; see kFirstAttributeOrder.
    std::vector<std::string> shown = {};
    int order = 0;  ///< `TableColumn::order` of the column to sort by
    Direction direction = Direction::Ascending;
    bool operator==(const TableQuery&) const = default;
    /// True if the query excludes any rows of the table.
    bool isFiltered() const {
        return !search.isEmpty() || minLength || maxLength || fromTime || toTime || !genre.isEmpty() || kind ||
               !attributes.empty();
    }
};

/// `TableQuery::order` for the first attribute in `TableQuery::shown`; the next attributes have the next numbers.
inline constexpr int kFirstAttributeOrder = 1000;

/// The texts of a row, and its key: the index of the user or the token of the item that the row is about.
struct TableRow {
    qint64 key = 0;
    QStringList cells;
};

/// Reads `limit` rows of a query from row `offset` on; called in jobs. `Page::total` is the number of all rows of the
/// query.
using TableReader =
    std::function<Page<TableRow>(JobContext&, const TableQuery&, std::int64_t offset, std::int64_t limit)>;

/// A table that reads only the rows in view from the workspace, a page at a time, and drops the least recently used
/// pages, so that it is as fast with 20 million rows as with 20.
class PagedTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kPageRows = 200;
    static constexpr int kPagesKept = 50;

    PagedTableModel(JobRunner& jobs, std::vector<TableColumn> columns, TableReader reader, QObject* parent = nullptr);

    /// Sets another reader for the same columns; call `setQuery` afterwards.
    void setReader(TableReader reader) { m_reader = std::move(reader); }
    /// Sets other columns; call `setQuery` afterwards.
    void setColumns(std::vector<TableColumn> columns);
    void setQuery(const TableQuery& query);
    /// Removes all rows until a query is set.
    void clear();
    const TableQuery& query() const { return m_query; }
    const std::vector<TableColumn>& columns() const { return m_columns; }
    std::optional<qint64> keyOf(int row) const;  ///< none while the row is not loaded

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Reads the header and these rows as text, in a job; `done` receives the text on the GUI thread.
    void readText(std::int64_t first, std::int64_t count, TableFormat format, TableFacts facts, QObject* receiver,
                  std::function<void(const QString&)> done) const;
    /// Writes all rows of the query to a file with `exportTable`.
    void exportAs(const QString& path, TableFormat format, TableFacts facts, QObject* receiver,
                  std::function<void()> done) const;

signals:
    void loaded();  ///< the first page of a query arrived: rowCount is known

private:
    void request(int page) const;
    void receive(int page, Page<TableRow> rows);

    JobRunner& m_jobs;
    std::vector<TableColumn> m_columns;
    TableReader m_reader;
    TableQuery m_query;
    std::int64_t m_total = 0;
    int m_generation = 0;  ///< number of the current query; answers to earlier queries are dropped
    std::map<int, std::vector<TableRow>> m_pages;
    mutable std::vector<int> m_recent;  ///< loaded pages, the most recently used last
    mutable std::set<int> m_requested;
};

/// Writes all rows of a query, and the facts about the table, to a file, in a job shown in the job strip.
void exportTable(JobRunner& jobs, const TableWriter& writer, TableReader reader, const TableQuery& query,
                 const QString& path, QObject* receiver, std::function<void()> done);
/// The titles of these columns and whether they are numeric, with the facts.
TableHeader tableHeader(const std::vector<TableColumn>& columns, TableFacts facts);

}  // namespace recscope::ui
