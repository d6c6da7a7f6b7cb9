// SPDX-License-Identifier: GPL-3.0-or-later
// Private to core/store.
#pragma once

#include <functional>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"

namespace recscope {

/// Writes all interactions of a dataset in the order of the primary key, inside the open transaction. A single
/// statement reads them from memory through a virtual table, because binding the values of 20 million rows one by one
/// would take as long as storing them. Calls `tick` with the number of rows written, as `DatasetStore::add` does.
/// Rethrows the exceptions of `tick` and of the feed.
HistoryStatistics writeInteractions(SQLite::Database& database, DatasetId id, HistoryFeed& feed,
                                    const std::function<void(std::int64_t)>& tick);

}  // namespace recscope
