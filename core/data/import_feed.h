// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <stop_token>

#include "core/data/batch_builder.h"
#include "core/data/import_filters.h"
#include "core/data/row_reader.h"

namespace recscope {

/// Thrown by a streamed import when a user reappears after another user: the file must then be read as a whole.
struct UsersNotTogether {};

/// True if the rows of each user are contiguous, as far as the sample shows, and no filter needs all rows before the
/// first one is written.
bool canBeStreamed(const ImportSource& source, const ImportOptions& options);

/// The interface of the two ways to read a file, `streamRows` and `collectRows`. It first delivers the batches and then
/// the ids of users and items.
class ImportRows {
public:
    virtual ~ImportRows() = default;
    virtual bool next(HistoryBatch& batch) = 0;  ///< returns false after the last batch

    // Call the following functions only after the last batch.
    /// Ids in the order of their numbers; moves them out of this object.
    virtual std::vector<std::string> takeUserIds() = 0;
    virtual std::vector<std::string> takeItemIds() = 0;
    virtual std::vector<std::string> takeKinds() = 0;  ///< names of the kinds of events, indexed by kind
    virtual ItemColumns takeItemColumns() = 0;         ///< values indexed by the numbers of the items

    virtual TimeTies ties() const = 0;
    // The following functions may be called at any time.
    /// Number of rows in all batches; 0 = not known, because the rows are streamed.
    virtual std::int64_t rowCount() const { return 0; }
    std::int64_t bytesRead() const { return m_bytesRead; }  ///< also from another thread

protected:
    std::atomic<std::int64_t> m_bytesRead = 0;
};

/// Delivers each user's history as soon as the next user begins, while the file is still being read. This needs hardly
/// any memory, and reading overlaps with writing. next() may throw UsersNotTogether. The arguments must outlive the
/// result; until the last batch, only the reading thread may use the report.
std::unique_ptr<ImportRows> streamRows(const ImportSource& source, const ImportOptions& options, ImportReport& report,
                                       const std::stop_token& stop);

struct EarlierVersion;

/// Reads and filters the whole file before it returns; sorting then overlaps with writing. `progress`: see readRows. If
/// `earlier` is not null, the rows are added to those of that version.
std::unique_ptr<ImportRows> collectRows(const ImportSource& source, const ImportOptions& options, ImportReport& report,
                                        const std::function<void(std::int64_t, std::int64_t)>& progress,
                                        const std::stop_token& stop, const EarlierVersion* earlier = nullptr);

}  // namespace recscope
