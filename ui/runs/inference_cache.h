// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <utility>

#include "core/explain/scores/inference_session.h"
#include "core/store/dataset_versions.h"

namespace recscope {
class Workspace;
}

namespace recscope::ui {

/// One version of a run's weights, identified by the run and its best epoch; a later best epoch means different
/// weights.
struct LoadedRun {
    RunId run = 0;
    std::int64_t bestEpoch = 0;
    bool operator==(const LoadedRun&) const = default;
};

/// Caches the most recently used runs and the most recently used map between two versions of a dataset, shared by all
/// jobs of `WorkerQueue::Model`; only that queue's thread may use the cache.
class InferenceCache {
public:
    /// Returns the cached run or loads it. If training has found better weights than those of `requested`, the
    /// better ones are loaded: `InferenceSession::run().bestEpoch` is their epoch. The reference is valid until
    /// the next call. Throws for the same reasons as `InferenceSession::load`.
    const InferenceSession& of(Workspace& workspace, const LoadedRun& requested);

    /// Maps users and items of version `from` to those of version `to`, e.g. for users of a later version of a run's
    /// dataset. The reference is valid until the next call.
    const VersionMap& mapOf(Workspace& workspace, DatasetId from, DatasetId to);

private:
    struct Entry {
        LoadedRun key;
        InferenceSession inference;
    };
    std::list<Entry> m_entries;  ///< most recently used first
    std::pair<DatasetId, DatasetId> m_mapKey;
    std::optional<VersionMap> m_map;
};

}  // namespace recscope::ui
