// SPDX-License-Identifier: GPL-3.0-or-later
// Private to core/store: how rows of the tables `user` and `item` are read.
#pragma once

#include <optional>

#include "core/sequence/dataset.h"
#include "core/store/connection.h"

namespace recscope {

inline constexpr const char* kUserColumns = "SELECT user, id, length, first_time, last_time";
inline constexpr const char* kItemColumns = "SELECT token, id, title, genres, interactions, tags";

inline std::optional<std::int64_t> integerAt(SQLite::Statement& row, int column) {
    const SQLite::Column value = row.getColumn(column);
    if (value.isNull()) return std::nullopt;
    return value.getInt64();
}

inline UserInfo userAt(SQLite::Statement& row) {
    return {.user = row.getColumn(0).getInt(),
            .id = textAt(row, 1),
            .length = row.getColumn(2).getInt64(),
            .firstTime = integerAt(row, 3),
            .lastTime = integerAt(row, 4)};
}

inline ItemInfo itemAt(SQLite::Statement& row) {
    return {.token = row.getColumn(0).getInt(),
            .id = textAt(row, 1),
            .title = textAt(row, 2),
            .genres = textAt(row, 3),
            .interactions = row.getColumn(4).getInt64(),
            .tags = textAt(row, 5)};
}

}  // namespace recscope
