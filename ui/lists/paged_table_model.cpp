// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/paged_table_model.h"

#include <QSaveFile>
#include <algorithm>
#include <limits>

#include "core/util/error.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

namespace {

constexpr std::int64_t kExportRows = 5000;  // number of rows per read while exporting

}  // namespace

PagedTableModel::PagedTableModel(JobRunner& jobs, std::vector<TableColumn> columns, TableReader reader, QObject* parent)
    : QAbstractTableModel(parent), m_jobs(jobs), m_columns(std::move(columns)), m_reader(std::move(reader)) {}

void PagedTableModel::setColumns(std::vector<TableColumn> columns) {
    beginResetModel();
    m_columns = std::move(columns);
    endResetModel();
}

void PagedTableModel::setQuery(const TableQuery& query) {
    m_query = query;
    ++m_generation;
    m_requested.clear();
    request(0);  // the old rows stay until the answer arrives: no flicker while typing
}

void PagedTableModel::clear() {
    ++m_generation;
    beginResetModel();
    m_total = 0;
    m_pages.clear();
    m_recent.clear();
    m_requested.clear();
    endResetModel();
}

std::optional<qint64> PagedTableModel::keyOf(int row) const {
    const auto page = m_pages.find(row / kPageRows);
    if (page == m_pages.end() || std::size_t(row % kPageRows) >= page->second.size()) return {};
    return page->second[std::size_t(row % kPageRows)].key;
}

int PagedTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(std::min<std::int64_t>(m_total, std::numeric_limits<int>::max()));
}

int PagedTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant PagedTableModel::data(const QModelIndex& index, int role) const {
    if (role != Qt::DisplayRole || !index.isValid()) return {};
    const int page = index.row() / kPageRows;
    const auto found = m_pages.find(page);
    if (found == m_pages.end()) {
        request(page);
        return QStringLiteral("…");
    }
    if (m_recent.empty() || m_recent.back() != page) {
        std::erase(m_recent, page);
        m_recent.push_back(page);
    }
    const auto row = std::size_t(index.row() % kPageRows);
    return row < found->second.size() ? found->second[row].cells.value(index.column()) : QString();
}

QVariant PagedTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const TableColumn& column = m_columns[std::size_t(section)];
    if (role == Qt::DisplayRole) return column.title;
    if (role == Qt::ToolTipRole && column.order >= 0) return tr("Click to sort");
    return {};
}

void PagedTableModel::request(int page) const {
    if (!m_requested.insert(page).second) return;
    auto* self = const_cast<PagedTableModel*>(this);
    m_jobs.start(
        self, {.title = tr("Reading rows")},
        [reader = m_reader, query = m_query, page](JobContext& context) {
            return reader(context, query, std::int64_t(page) * kPageRows, kPageRows);
        },
        [self, page, generation = m_generation](Page<TableRow> rows) {
            if (generation == self->m_generation) self->receive(page, std::move(rows));
        });
}

void PagedTableModel::receive(int page, Page<TableRow> rows) {
    m_requested.erase(page);
    if (page == 0) {
        beginResetModel();
        m_pages.clear();
        m_recent = {0};
        m_total = rows.total;
        m_pages.emplace(0, std::move(rows.rows));
        endResetModel();
        emit loaded();
        return;
    }
    m_pages[page] = std::move(rows.rows);
    std::erase(m_recent, page);
    m_recent.push_back(page);
    while (m_recent.size() > std::size_t(kPagesKept)) {
        // Keep page 0: `receive` takes page 0 as the answer to a new query and would reset the view.
        const auto oldest = std::find_if(m_recent.begin(), m_recent.end(), [](int kept) { return kept != 0; });
        m_pages.erase(*oldest);
        m_recent.erase(oldest);
    }
    const int first = page * kPageRows;
    emit dataChanged(index(first, 0), index(std::min(first + kPageRows, rowCount()) - 1, columnCount() - 1));
}

void PagedTableModel::readText(std::int64_t first, std::int64_t count, TableFormat format, TableFacts facts,
                               QObject* receiver, std::function<void(const QString&)> done) const {
    m_jobs.start(
        receiver, {.title = tr("Copying rows")},
        [reader = m_reader, query = m_query, header = tableHeader(m_columns, std::move(facts)), first, count,
         format](JobContext& context) {
            std::vector<QStringList> rows;
            for (const TableRow& row : reader(context, query, first, count).rows) rows.push_back(row.cells);
            return tableText(format, header, rows);
        },
        [done = std::move(done)](const QString& text) { done(text); });
}

void PagedTableModel::exportAs(const QString& path, TableFormat format, TableFacts facts, QObject* receiver,
                               std::function<void()> done) const {
    exportTable(m_jobs, TableWriter(format, tableHeader(m_columns, std::move(facts))), m_reader, m_query, path,
                receiver, std::move(done));
}

TableHeader tableHeader(const std::vector<TableColumn>& columns, TableFacts facts) {
    TableHeader header;
    for (const TableColumn& column : columns) {
        header.titles << column.title;
        header.numeric.push_back(column.numeric);
    }
    header.facts = std::move(facts);
    return header;
}

void exportTable(JobRunner& jobs, const TableWriter& writer, TableReader reader, const TableQuery& query,
                 const QString& path, QObject* receiver, std::function<void()> done) {
    const auto tr = [](const char* text) { return PagedTableModel::tr(text); };
    jobs.start(
        receiver, {.title = tr("Exporting a table"), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [tr, reader = std::move(reader), query, writer, path](JobContext& context) {
            QSaveFile file(path);
            const auto write = [&](const QString& text) {
                const QByteArray bytes = text.toUtf8();
                if (file.write(bytes) != bytes.size())
                    throw Error(ErrorKind::Input,
                                tr("%1 could not be written: %2.").arg(path, file.errorString()).toStdString(),
                                tr("Choose another folder, or make room on the disk.").toStdString());
            };
            if (!file.open(QIODevice::WriteOnly))
                throw Error(ErrorKind::Input,
                            tr("%1 could not be written: %2.").arg(path, file.errorString()).toStdString(),
                            tr("Choose a folder you can write to.").toStdString());
            write(writer.begin());
            std::int64_t offset = 0, total = 0;
            do {
                throwIfStopped(context.stop);
                const Page<TableRow> rows = reader(context, query, offset, kExportRows);
                total = rows.total;
                QString text;
                for (const TableRow& row : rows.rows) text += writer.row(row.cells);
                write(text);
                if (rows.rows.empty()) break;
                offset += std::int64_t(rows.rows.size());
                context.progress({tr("Writing").toStdString(), offset, total, tr("rows").toStdString()});
            } while (offset < total);
            write(writer.end());
            if (!file.commit())
                throw Error(ErrorKind::Input,
                            tr("%1 could not be written: %2.").arg(path, file.errorString()).toStdString());
        },
        std::move(done));
}

}  // namespace recscope::ui
