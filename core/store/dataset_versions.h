// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/sequence/history.h"

namespace recscope {

class DatasetStore;
class Workspace;

/// The versions that came after this one (DatasetInfo::next), oldest first; empty for the newest version.
std::vector<DatasetInfo> laterVersions(const DatasetStore& store, const DatasetInfo& dataset);
/// Like the overload above, but only up to the first version that is not in `datasets`.
std::vector<DatasetInfo> laterVersions(std::span<const DatasetInfo> datasets, DatasetId dataset);

/// The datasets in the given order, except that all versions of a dataset follow one another, newest first.
std::vector<DatasetInfo> withVersionsTogether(const std::vector<DatasetInfo>& datasets);

/// Whether a user of the dataset has this id.
bool hasUser(const DatasetStore& store, const DatasetInfo& dataset, const std::string& userId);

/// A history of one version, expressed in the items of another version.
struct MappedHistory {
    OwnedHistory history;
    std::int64_t leftOut = 0;  ///< number of interactions whose item the other version does not have
};

/// Like `MappedHistory`, but whole interactions: with ratings, orders and kinds of events.
struct MappedInteractions {
    std::vector<Interaction> kept;
    std::int64_t leftOut = 0;
};

/// Finds the users and items of one version of a dataset in another, by their ids.
class VersionMap {
public:
    /// Throws Error(Input) if there is no such dataset.
    VersionMap(Workspace& workspace, DatasetId from, DatasetId to);

    std::optional<Token> token(Token from) const;  ///< unset if the other version does not have the item
    /// Maps a user index; unset if the other version does not have the user.
    std::optional<std::int32_t> user(std::int32_t from) const;
    MappedHistory history(const History& from) const;
    MappedInteractions interactions(std::span<const Interaction> from) const;

private:
    std::vector<Token> m_tokens;        // for each token of `from` the token of `to`, shape (V + 1); kPadToken = none
    std::vector<std::int32_t> m_users;  // for each user of `from` the index in `to`, shape (U); -1 = none
};

}  // namespace recscope
