// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/interaction_writer.h"

#include <sqlite3.h>

#include <cmath>
#include <exception>

namespace recscope {

namespace {

constexpr const char* kModuleName = "new_interactions";
constexpr std::size_t kRowsPerTick = 20000;

/// The interactions as rows of (user, position, token, time, rating), and what happened while they were read.
struct Rows {
    const NewDataset& dataset;
    const std::function<void(std::int64_t)>& tick;
    HistoryFeed* feed;
    std::exception_ptr failure = {};
    std::size_t row = 0, end = 0;  // of the current user
    std::size_t user = 0, begin = 0;

    bool atEnd() const { return row == dataset.histories.items.size(); }

    /// Goes on to the user of the current row and waits until the rows are there.
    void enterUser() {
        if (atEnd() || row < end) return;
        const std::vector<std::int64_t>& offsets = dataset.histories.offsets;
        while (static_cast<std::size_t>(offsets[user + 1]) == row) ++user;
        begin = row;
        end = static_cast<std::size_t>(offsets[user + 1]);
        if (feed) feed->waitFor(static_cast<std::int32_t>(user));
    }

    void next() {
        ++row;
        if (tick && (row % kRowsPerTick == 0 || atEnd())) tick(static_cast<std::int64_t>(row));
        if (row < end) return;
        if (!atEnd()) ++user;
        enterUser();
    }
};

// The virtual table (sqlite.org/vtab.html): one table for one Rows, read from its beginning to its end.
struct Table {
    sqlite3_vtab base;
    Rows* rows;
};

Rows& rowsOf(sqlite3_vtab_cursor* cursor) {
    return *reinterpret_cast<Table*>(cursor->pVtab)->rows;
}

/// SQLite knows no exceptions: they wait in `failure` until the statement has ended.
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
    const int result = sqlite3_declare_vtab(database, "CREATE TABLE t (user, position, token, time, rating)");
    if (result != SQLITE_OK) return result;
    *table = &(new Table{{}, static_cast<Rows*>(rows)})->base;
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
    delete reinterpret_cast<Table*>(table);
    return SQLITE_OK;
}

int bestIndex(sqlite3_vtab*, sqlite3_index_info*) {
    return SQLITE_OK;  // a full scan
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
    return guarded(rows, [&] { rows.enterUser(); });
}

int next(sqlite3_vtab_cursor* cursor) {
    Rows& rows = rowsOf(cursor);
    return guarded(rows, [&] { rows.next(); });
}

int atEnd(sqlite3_vtab_cursor* cursor) {
    return rowsOf(cursor).atEnd();
}

int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int index) {
    const Rows& rows = rowsOf(cursor);
    const NewDataset& dataset = rows.dataset;
    switch (index) {
        case 0:
            sqlite3_result_int64(context, static_cast<sqlite3_int64>(rows.user));
            break;
        case 1:
            sqlite3_result_int64(context, static_cast<sqlite3_int64>(rows.row - rows.begin));
            break;
        case 2:
            sqlite3_result_int(context, dataset.histories.items[rows.row]);
            break;
        case 3:
            if (!dataset.times.empty()) sqlite3_result_int64(context, dataset.times[rows.row]);
            break;
        default:
            if (!dataset.ratings.empty() && !std::isnan(dataset.ratings[rows.row])) {
                sqlite3_result_double(context, static_cast<double>(dataset.ratings[rows.row]));
            }
    }
    return SQLITE_OK;  // no result is NULL
}

int rowId(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
    *id = static_cast<sqlite3_int64>(rowsOf(cursor).row);
    return SQLITE_OK;
}

/// The table's functions. SQLite may disconnect a table after its module was removed: they outlive both.
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

/// The table exists on this connection as long as this object.
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

void writeInteractions(SQLite::Database& database, DatasetId id, const NewDataset& dataset,
                       const std::function<void(std::int64_t)>& tick, HistoryFeed* feed) {
    Rows rows{dataset, tick, feed};
    const RegisteredTable table(database, rows);
    try {
        SQLite::Statement insert(database,
                                 "INSERT INTO interaction (dataset, user, position, token, time, rating) "
                                 "SELECT ?, user, position, token, time, rating FROM new_interactions");
        insert.bind(1, id);
        insert.exec();
    } catch (const SQLite::Exception&) {
        if (rows.failure) std::rethrow_exception(rows.failure);
        throw;
    }
}

}  // namespace recscope
