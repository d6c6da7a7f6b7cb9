// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/interaction_writer.h"

#include <sqlite3.h>

#include <cmath>
#include <exception>
#include <utility>

namespace recscope {

namespace {

constexpr const char* kModuleName = "new_interactions";
constexpr std::int64_t kRowsPerTick = 20000;

/// The interactions as rows of (user, position, token, time, rating, order, kind), with a cursor at the current row.
struct Rows {
    HistoryFeed& feed;
    const std::function<void(std::int64_t)>& tick;
    std::exception_ptr failure = {};
    HistoryStatistics statistics = {};
    HistoryBatch batch = {};
    std::size_t row = 0;                      // index of the current row in the batch
    std::size_t user = 0;                     // index of the current row's user in the batch
    std::int64_t written = 0, firstUser = 0;  // rows and users before the batch
    std::int64_t position = 0, userEnd = 0;   // position in the user's history; batch row after the user's last row
    bool atEnd = false;

    /// Advances to the batch and the user of the current row.
    void settle() {
        while (row == batch.size()) {
            written += static_cast<std::int64_t>(batch.size());
            firstUser += static_cast<std::int64_t>(batch.userCount());
            row = 0;
            atEnd = !feed.next(batch);
            if (atEnd) return;
            statistics.add(batch);
            user = 0;
            userEnd = batch.userCount() > 0 ? batch.offsets[1] : 0;
            position = 0;
        }
        while (static_cast<std::int64_t>(row) == userEnd) {
            userEnd = batch.offsets[++user + 1];
            position = 0;
        }
    }

    void next() {
        ++row;
        ++position;
        if (row == batch.size() || static_cast<std::int64_t>(row) == userEnd) settle();
        const std::int64_t done = atEnd ? written : written + static_cast<std::int64_t>(row);
        if (tick && (done % kRowsPerTick == 0 || atEnd)) tick(done);
    }
};

// The virtual table (sqlite.org/vtab.html). It serves one Rows object and is read once, from beginning to end.
struct Table {
    sqlite3_vtab base;
    Rows* rows;
};

Rows& rowsOf(sqlite3_vtab_cursor* cursor) {
    return *reinterpret_cast<Table*>(cursor->pVtab)->rows;
}

/// Calls `work`. Stores its exception in `failure` until the statement has ended, because SQLite cannot propagate
/// exceptions.
template <class Work>
int guarded(Rows& rows, Work work) {
    try {
        work();
        return SQLITE_OK;
    } catch (...) {
        rows.failure = std::current_exception();
        return SQLITE_ABORT;
    }
}

int connect(sqlite3* database, void* rows, int, const char* const*, sqlite3_vtab** table, char**) {
    const int result =
        sqlite3_declare_vtab(database, "CREATE TABLE t (user, position, token, time, rating, basket, kind)");
    if (result != SQLITE_OK) return result;
    *table = &(new Table{{}, static_cast<Rows*>(rows)})->base;
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
    delete reinterpret_cast<Table*>(table);
    return SQLITE_OK;
}

int bestIndex(sqlite3_vtab*, sqlite3_index_info*) {
    return SQLITE_OK;  // the only plan is a full scan
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
    *cursor = new sqlite3_vtab_cursor{};
    return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
    delete cursor;
    return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* cursor, int, const char*, int, sqlite3_value**) {
    Rows& rows = rowsOf(cursor);
    return guarded(rows, [&] { rows.settle(); });
}

int next(sqlite3_vtab_cursor* cursor) {
    Rows& rows = rowsOf(cursor);
    return guarded(rows, [&] { rows.next(); });
}

int atEnd(sqlite3_vtab_cursor* cursor) {
    return rowsOf(cursor).atEnd;
}

int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int index) {
    const Rows& rows = rowsOf(cursor);
    switch (index) {
        case 0:
            sqlite3_result_int64(context, rows.firstUser + static_cast<sqlite3_int64>(rows.user));
            break;
        case 1:
            sqlite3_result_int64(context, rows.position);
            break;
        case 2:
            sqlite3_result_int(context, rows.batch.items[rows.row]);
            break;
        case 3:
            if (!rows.batch.times.empty()) sqlite3_result_int64(context, rows.batch.times[rows.row]);
            break;
        case 4:
            if (!rows.batch.ratings.empty() && !std::isnan(rows.batch.ratings[rows.row])) {
                sqlite3_result_double(context, static_cast<double>(rows.batch.ratings[rows.row]));
            }
            break;
        case 5:
            if (!rows.batch.orders.empty()) sqlite3_result_int(context, rows.batch.orders[rows.row]);
            break;
        default:
            if (!rows.batch.kinds.empty() && rows.batch.kinds[rows.row] >= 0)
                sqlite3_result_int(context, rows.batch.kinds[rows.row]);
    }
    return SQLITE_OK;  // SQLite reads NULL if no result was set
}

int rowId(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
    const Rows& rows = rowsOf(cursor);
    *id = rows.written + static_cast<sqlite3_int64>(rows.row);
    return SQLITE_OK;
}

/// The functions of the virtual table. The object is static because SQLite may disconnect a table after its module was
/// removed.
const sqlite3_module& module() {
    static const sqlite3_module functions = [] {
        sqlite3_module all{};
        all.xConnect = connect;
        all.xDisconnect = disconnect;
        all.xBestIndex = bestIndex;
        all.xOpen = open;
        all.xClose = close;
        all.xFilter = filter;
        all.xNext = next;
        all.xEof = atEnd;
        all.xColumn = column;
        all.xRowid = rowId;
        return all;
    }();
    return functions;
}

/// Registers the table on this connection for the lifetime of this object.
class RegisteredTable {
public:
    RegisteredTable(SQLite::Database& database, Rows& rows) : m_database(database) {
        sqlite3_create_module(database.getHandle(), kModuleName, &module(), &rows);
    }
    RegisteredTable(const RegisteredTable&) = delete;
    RegisteredTable& operator=(const RegisteredTable&) = delete;
    ~RegisteredTable() { sqlite3_create_module(m_database.getHandle(), kModuleName, nullptr, nullptr); }

private:
    SQLite::Database& m_database;
};

}  // namespace

HistoryStatistics writeInteractions(SQLite::Database& database, DatasetId id, HistoryFeed& feed,
                                    const std::function<void(std::int64_t)>& tick) {
    Rows rows{feed, tick};
    const RegisteredTable table(database, rows);
    try {
        SQLite::Statement insert(database,
                                 "INSERT INTO interaction (dataset, user, position, token, time, rating, basket, kind) "
                                 "SELECT ?, user, position, token, time, rating, basket, kind FROM new_interactions");
        insert.bind(1, id);
        insert.exec();
    } catch (const SQLite::Exception&) {
        if (rows.failure) std::rethrow_exception(rows.failure);
        throw;
    }
    return std::move(rows.statistics);
}

}  // namespace recscope
