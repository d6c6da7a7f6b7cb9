// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/sequence/histories.h"
#include "core/sequence/history_batch.h"

namespace recscope {

class Workspace;

/// The contents of a new dataset of U users and V items. Interactions are grouped by user and stored in the given
/// order.
struct NewDataset {
    DatasetInfo info;                  ///< the store fills in id and counts
    std::vector<std::string> userIds;  ///< the dataset's own user ids, shape (U), in index order
    std::vector<ItemInfo> items;       ///< shape (V); items[i] has token i + 1; the store fills in `interactions`
    Histories histories;               ///< one per user, shape (U); their itemCount is V
    std::vector<std::int64_t> times;   ///< parallel to histories.items, or empty: no times
    std::vector<float> ratings;        ///< parallel to histories.items, NaN = none; or empty: no ratings
    std::vector<std::vector<PlantedCause>> causes;  ///< planted causes by user, shape (U); empty: none
    std::vector<std::int32_t> orders = {};          ///< like Histories::orders; empty: no orders
    std::vector<std::int16_t> kinds = {};  ///< parallel to histories.items, -1 = none; or empty: no kinds of events
};

/// Supplies the histories of a new dataset in batches, so that reading and writing can overlap.
class HistoryFeed {
public:
    virtual ~HistoryFeed() = default;
    /// Fills in the histories of the next users; returns false after the last one.
    virtual bool next(HistoryBatch& batch) = 0;
    /// Called after the last batch, still inside the transaction: fills in userIds and items, which may not be known
    /// earlier, and completes `dataset.info` (its import report).
    virtual void complete(const HistoryStatistics& statistics, NewDataset& dataset) = 0;
};

/// A test of one attribute of users or items; a row without a value fails.
struct AttributeTest {
    std::string name;                                  ///< name of the attribute
    std::vector<std::string> values = {};              ///< for a categorical attribute: values that pass; empty: all
    std::optional<double> minimum = {}, maximum = {};  ///< for a numeric attribute: bounds, inclusive
    bool operator==(const AttributeTest&) const = default;
};

/// Which users a table shows; an unset or empty member lets all users pass.
struct UserFilter {
    std::string search = {};                                     ///< a part of the id, case-insensitive
    std::optional<std::int64_t> minLength = {}, maxLength = {};  ///< number of interactions, inclusive
    std::optional<std::int64_t> fromTime = {}, toTime = {};      ///< unix seconds; the history overlaps this span
    std::optional<std::int32_t> kind = {};       ///< has an interaction of this kind, see DatasetInfo::eventKinds
    std::vector<AttributeTest> attributes = {};  ///< passes all of these
    bool matchesAll() const {
        return search.empty() && !minLength && !maxLength && !fromTime && !toTime && !kind && attributes.empty();
    }
};

/// Which items a table shows; an empty member lets all items pass.
struct ItemFilter {
    std::string search = {};                     ///< a part of the title or the id, case-insensitive
    std::string genre = {};                      ///< one of the item's genres
    std::optional<std::int32_t> kind = {};       ///< has an interaction of this kind, see DatasetInfo::eventKinds
    std::vector<AttributeTest> attributes = {};  ///< passes all of these
    bool matchesAll() const { return search.empty() && genre.empty() && !kind && attributes.empty(); }
};

enum class UserOrder { Index, Length, Id, FirstTime, LastTime };
enum class ItemOrder { Popularity, Title, Token };
enum class Direction { Ascending, Descending };

/// One page of a table and the total number of matching rows.
template <class Row>
struct Page {
    std::vector<Row> rows;
    std::int64_t total = 0;
};

/// Reads and writes datasets of a workspace. All methods throw Error(Workspace) when SQLite fails (full disk, damage).
class DatasetStore {
public:
    explicit DatasetStore(Workspace& workspace) : m_workspace(workspace) {}

    std::vector<DatasetInfo> list() const;              ///< sorted by name
    DatasetInfo byId(DatasetId id) const;               ///< throws Error(Input) if there is no such dataset
    DatasetInfo byName(const std::string& name) const;  ///< throws Error(Input), the hint lists the names
    std::optional<DatasetInfo> find(const std::string& name) const;

    /// Stores the dataset in one transaction. Calls `tick` with the number of rows written, from time to time and
    /// before the end; `tick` may throw to roll everything back. Throws Error(Input) if the name is taken or too long.
    DatasetInfo add(const NewDataset& dataset, const std::function<void(std::int64_t)>& tick);
    /// Like the other `add`, but takes the histories, users and items from a feed; an exception thrown by the feed also
    /// rolls everything back. Of `dataset`, the caller sets only `info` and, if there are any, `causes`.
    DatasetInfo add(NewDataset& dataset, HistoryFeed& feed, const std::function<void(std::int64_t)>& tick);
    /// Deletes the dataset, its runs and everything that belongs to them. This cannot be undone, unlike
    /// `DatasetEditor::remove`.
    void remove(DatasetId id);

    /// The histories of all users. They contain times only if `times` requests them and the dataset has times.
    Histories histories(DatasetId id, ReadTimes times = ReadTimes::No) const;
    std::vector<ItemInfo> items(DatasetId id) const;  ///< shape (V), V = number of items, in token order
    std::vector<Interaction> history(DatasetId id, std::int32_t user) const;         ///< of one user, in position order
    std::vector<PlantedCause> plantedCauses(DatasetId id, std::int32_t user) const;  ///< of one user, in position order

    UserInfo user(DatasetId id, std::int32_t index) const;
    /// Throws Error(Input) for an unknown id; the hint shows an id that exists.
    UserInfo userById(DatasetId id, const std::string& userId) const;
    /// Item tokens for the dataset's own ids; throws Error(Input) naming the first unknown id.
    std::vector<Token> tokensOf(DatasetId id, std::span<const std::string> itemIds) const;

    /// The times of the first and the last interaction of the dataset, in unix seconds; unset if the dataset has no
    /// times.
    std::optional<std::pair<std::int64_t, std::int64_t>> timeSpan(DatasetId id) const;
    /// `limit` users at most, from the one with index `offset` in the filtered and sorted list.
    Page<UserInfo> users(DatasetId id, const UserFilter& filter, UserOrder order, Direction direction,
                         std::int64_t offset, std::int64_t limit) const;
    /// A page of items, as `users` returns one of users.
    Page<ItemInfo> searchItems(DatasetId id, const ItemFilter& filter, ItemOrder order, Direction direction,
                               std::int64_t offset, std::int64_t limit) const;
    std::vector<std::string> genres(DatasetId id) const;  ///< all genres that occur, in alphabetical order
    /// One interaction; throws Error(Input) if the user has none at this position (0-based).
    Interaction interaction(DatasetId id, std::int32_t user, std::int32_t position) const;

    std::vector<std::int64_t> historyLengths(DatasetId id) const;  ///< shape (U), U = number of users, in user order
    std::vector<std::int64_t> itemCounts(DatasetId id) const;  ///< interactions of each item, shape (V), in token order

private:
    Workspace& m_workspace;
};

}  // namespace recscope
