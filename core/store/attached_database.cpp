// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/attached_database.h"

namespace recscope {

AttachedDatabase::AttachedDatabase(SQLite::Database& database, const std::filesystem::path& path)
    : m_database(database), m_wasReadOnly(database.execAndGet("PRAGMA query_only").getInt() != 0) {
    SQLite::Statement attach(database, "ATTACH ? AS copy");
    attach.bind(1, path.string());
    attach.exec();
    database.exec("PRAGMA query_only = OFF");  // ON would forbid writing to the attached database, too
}

AttachedDatabase::~AttachedDatabase() {
    try {
        m_database.exec("DETACH copy");
        if (m_wasReadOnly) m_database.exec("PRAGMA query_only = ON");
    } catch (const SQLite::Exception&) {
        // The connection is broken; its next use reports the error.
    }
}

}  // namespace recscope
