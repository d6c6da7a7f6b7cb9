// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/cohort_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/store/name_length.h"
#include "core/store/packed_numbers.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

const char* const kInfoColumns =
    "SELECT id, name, chosen, (SELECT count(*) FROM cohort_user WHERE cohort = id), made_at FROM cohort ";

CohortInfo infoAt(SQLite::Statement& select) {
    return {.id = select.getColumn(0).getInt64(),
            .name = textAt(select, 1),
            .howChosen = textAt(select, 2),
            .users = select.getColumn(3).getInt64(),
            .madeAt = textAt(select, 4)};
}

[[noreturn]] void failMissing() {
    throw Error(ErrorKind::Input, translated("This cohort is no longer in the workspace."),
                translated("Choose another one."));
}

/// The trimmed name for the cohort `id` (0 = a new one); throws if another cohort of this dataset has that name.
std::string freeName(SQLite::Database& database, DatasetId dataset, const std::string& given, CohortId id) {
    std::string name(trimmed(given));
    if (name.empty())
        throw Error(ErrorKind::Input, translated("A cohort needs a name."), translated("Type at least one letter."));
    checkNameLength(name);
    SQLite::Statement taken(database,
                            "SELECT 1 FROM cohort WHERE dataset = ? AND name = ? AND id <> ? AND removed = 0");
    SQLite::bind(taken, dataset, name, id);
    if (taken.executeStep()) {
        throw Error(ErrorKind::Input, translated("There is already a cohort \"{}\" in this dataset.", name),
                    translated("Choose another name, or delete that one first."));
    }
    return name;
}

void bindCandidates(SQLite::Statement& insert, int index, const CohortBasis& basis) {
    if (!basis.candidates) return insert.bind(index);
    std::string bytes;
    for (const std::int32_t user : *basis.candidates) appendPacked(bytes, static_cast<std::uint32_t>(user));
    insert.bind(index, bytes.data(), static_cast<int>(bytes.size()));
}

CohortBasis basisAt(SQLite::Database& database, CohortId id) {
    SQLite::Statement select(database, "SELECT criteria, candidates FROM cohort WHERE id = ?");
    select.bind(1, id);
    CohortBasis basis;
    if (!select.executeStep()) return basis;
    basis.criteria = CohortBasis::criteriaFromJson(textAt(select, 0));
    if (!basis.isRecorded() || select.getColumn(1).isNull()) return basis;
    const SQLite::Column blob = select.getColumn(1);
    const std::string bytes(static_cast<const char*>(blob.getBlob()), static_cast<std::size_t>(blob.getBytes()));
    basis.candidates.emplace();
    for (std::size_t i = 0; i < bytes.size() / sizeof(std::uint32_t); ++i)
        basis.candidates->push_back(static_cast<std::int32_t>(packedAt<std::uint32_t>(bytes, i)));
    return basis;
}

void insertUsers(SQLite::Database& database, CohortId id, std::span<const std::int32_t> users) {
    SQLite::Statement insert(database, "INSERT OR IGNORE INTO cohort_user (cohort, user) VALUES (?, ?)");
    insert.bind(1, id);
    for (const std::int32_t user : users) {
        insert.bind(2, user);
        insert.exec();
        insert.reset();
    }
}

}  // namespace

std::vector<CohortInfo> CohortStore::list(DatasetId dataset) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(
            database, std::string(kInfoColumns) + "WHERE dataset = ? AND removed = 0 ORDER BY name COLLATE NOCASE, id");
        select.bind(1, dataset);
        std::vector<CohortInfo> list;
        while (select.executeStep()) list.push_back(infoAt(select));
        return list;
    });
}

CohortInfo CohortStore::byName(DatasetId dataset, const std::string& name) const {
    std::vector<std::string> names;
    for (CohortInfo& info : list(dataset)) {
        if (info.name == name) return std::move(info);
        names.push_back(fmt::format("\"{}\"", info.name));
    }
    throw Error(ErrorKind::Input, translated("This dataset has no cohort \"{}\".", name),
                names.empty() ? translated("No cohort of this dataset has been saved yet.")
                              : translated("Available: {}.", listed(names)));
}

Cohort CohortStore::open(CohortId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement info(database, std::string(kInfoColumns) + "WHERE id = ? AND removed = 0");
        info.bind(1, id);
        if (!info.executeStep()) failMissing();
        Cohort cohort;
        cohort.info = infoAt(info);
        SQLite::Statement select(database, "SELECT user FROM cohort_user WHERE cohort = ? ORDER BY user");
        select.bind(1, id);
        while (select.executeStep()) cohort.users.push_back(select.getColumn(0).getInt());
        cohort.basis = basisAt(database, id);
        return cohort;
    });
}

CohortId CohortStore::save(DatasetId dataset, const std::string& given, const std::string& howChosen,
                           std::span<const std::int32_t> users, const CohortBasis& basis) {
    if (users.empty())
        throw Error(ErrorKind::Input, translated("A cohort needs at least one user."),
                    translated("Choose other users."));
    CohortId id = 0;
    writing(m_workspace, [&](SQLite::Database& database) {
        const std::int64_t all = DatasetStore(m_workspace).byId(dataset).users;
        const auto [first, last] = std::minmax_element(users.begin(), users.end());
        if (*first < 0 || *last >= all) {
            throw Error(ErrorKind::Usage,
                        translated("The dataset has no user at index {}.", *first < 0 ? *first : *last),
                        translated("Choose users of the dataset."));
        }
        const std::string name = freeName(database, dataset, given, 0);
        SQLite::Statement insert(database,
                                 "INSERT INTO cohort (dataset, name, chosen, made_at, criteria, candidates) "
                                 "VALUES (?, ?, ?, ?, ?, ?)");
        SQLite::bind(insert, dataset, name, howChosen, utcNow(), basis.criteriaJson());
        bindCandidates(insert, 6, basis);
        insert.exec();
        id = database.getLastInsertRowid();
        insertUsers(database, id, users);
    });
    return id;
}

void CohortStore::rename(CohortId id, const std::string& given) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT dataset FROM cohort WHERE id = ? AND removed = 0");
        select.bind(1, id);
        if (!select.executeStep()) failMissing();
        const std::string name = freeName(database, select.getColumn(0).getInt64(), given, id);
        SQLite::Statement update(database, "UPDATE cohort SET name = ? WHERE id = ?");
        SQLite::bind(update, name, id);
        update.exec();
    });
}

void CohortStore::remove(CohortId id) {
    writing(m_workspace, [&](SQLite::Database& database) {
        database.exec("DELETE FROM cohort WHERE removed = 1");
        SQLite::Statement update(database, "UPDATE cohort SET removed = 1 WHERE id = ?");
        update.bind(1, id);
        if (update.exec() == 0) failMissing();
    });
}

void CohortStore::undoRemove(CohortId id) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT dataset, name FROM cohort WHERE id = ? AND removed = 1");
        select.bind(1, id);
        if (!select.executeStep()) failMissing();
        freeName(database, select.getColumn(0).getInt64(), textAt(select, 1), id);
        SQLite::Statement update(database, "UPDATE cohort SET removed = 0 WHERE id = ?");
        update.bind(1, id);
        update.exec();
    });
}

}  // namespace recscope
