// SPDX-License-Identifier: GPL-3.0-or-later
// Adding the rows of a file to those of a stored dataset. The result is a new version; the stored version never
// changes.
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/data/batch_builder.h"
#include "core/data/import_filters.h"
#include "core/data/row_reader.h"
#include "core/sequence/dataset.h"
#include "core/sequence/user_attribute.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// The version of a dataset to which the rows of a file are added.
struct EarlierVersion {
    DatasetInfo info;
    std::vector<std::string> userIds;           ///< in index order, shape (U)
    std::vector<ItemInfo> items;                ///< in token order, shape (V)
    std::vector<UserAttribute> userAttributes;  ///< values for U users
    std::vector<UserAttribute> itemAttributes;  ///< values for V items
    /// All interactions in the order of the histories; `line` is not set.
    std::vector<Row> rows;
    std::vector<std::int64_t> offsets{0};  ///< (U + 1): where the rows of each user begin
    std::vector<std::int32_t> orders;      ///< parallel to rows, see Interaction::order; empty = no orders
    std::vector<std::int16_t> kinds;       ///< parallel to rows, -1 = none; empty = no kinds of events
    bool hasRatings = false;
};

/// Throws Error(Cancelled | Workspace).
EarlierVersion readEarlierVersion(Workspace& workspace, const DatasetInfo& dataset, const ProgressSink& progress,
                                  const std::stop_token& stop);

/// Gives the users and items of the version the first numbers in `ids`. Call before the file is read.
void numberEarlierIds(const EarlierVersion& earlier, RowIds& ids);

/// Joins the rows of the version and of the file, grouped by user. The rows of the version come first, so that they
/// stay first among rows with equal times. A row of the file is dropped and counted if the version already has it: a
/// row with the same user, item and second, and the same rating if both have one. Several equal rows are matched one by
/// one. `fileRows` becomes empty; `details` and `contents` then describe all rows.
GroupedRows joinRows(const EarlierVersion& earlier, RowTable& fileRows, FileOrder order, std::size_t userCount,
                     std::size_t itemCount, RowDetails& details, BatchContents& contents, ImportReport& report);

/// Counts the rows of the version that were kept, and the users with rows that the version does not have. Call after
/// the filters.
void countJoined(const GroupedRows& grouped, ImportReport& report);

/// Throws Error(Input) if the new dataset would hold no row that the version does not have.
void failIfNothingNew(const EarlierVersion& earlier, const HistoryStatistics& facts, const ImportReport& report);

/// The files from which the rows of the version were read: see ImportReport::earlierFiles.
std::vector<std::pair<std::string, std::string>> filesOf(const EarlierVersion& earlier);

/// Fills in the titles, categories and tags of the version's items that the new files do not describe.
void keepDescriptions(const EarlierVersion& earlier, std::span<ItemInfo> items, ImportReport& report);

/// Fills in the values of attributes that the new files do not state. `earlier` has one value for each user (or item)
/// of the version, which are numbered first; `attributes` has one for each of all `count` users (or items). An
/// attribute that is a number in one and a category in the other stays as it is in `attributes`.
void keepAttributes(std::span<const UserAttribute> earlier, std::size_t count, std::vector<UserAttribute>& attributes);

}  // namespace recscope
