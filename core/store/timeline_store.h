// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/store/run_store.h"

namespace recscope {

/// A recommended item with its score and softmax probability.
struct SnapshotItem {
    Token token = kPadToken;
    float score = 0, probability = 0;
};

/// The held-out item with its rank, score and softmax probability.
struct SnapshotHeldOut {
    Token token = kPadToken;
    std::int32_t rank = 0;  ///< under the run's protocol with the candidate set `full`
    float score = 0, probability = 0;
};

/// The attention and recommendations of a run for one user after one epoch.
struct EpochSnapshot {
    std::int64_t epoch = 0;  ///< 1-based
    std::int64_t step = 0;   ///< number of optimizer steps of the run up to the end of this epoch; 0 = not known
    std::int32_t user = 0;
    std::int32_t firstPosition = 0;  ///< index of positions[0] in the user's history
    std::vector<Token> positions;    ///< input tokens of the model, oldest first
    std::int32_t layers = 0, heads = 0;
    std::vector<float> weights;     ///< (layers, heads, size, size), size = positions.size(); in steps of 1 / 65535
    std::vector<SnapshotItem> top;  ///< the items with the highest scores, best first
    std::optional<SnapshotHeldOut> heldOut;
};

/// Pinned users and their epoch snapshots, which form the attention timeline. Throws Error(Workspace) if SQLite fails.
class TimelineStore {
public:
    /// The largest number of pinned users of a dataset; it limits the size of the workspace. Every epoch adds one
    /// snapshot per pinned user. With 200 positions and 2 layers of 2 heads, a snapshot takes 320 kB, so a run of 100
    /// epochs with this many pinned users stays below 200 MB.
    static constexpr std::size_t kMaxPinned = 6;

    explicit TimelineStore(Workspace& workspace) : m_workspace(workspace) {}

    std::vector<std::int32_t> pinned(DatasetId dataset) const;  ///< in user order
    /// Throws Error(Usage) if `kMaxPinned` other users are pinned. Pinning a pinned user has no effect.
    void pin(DatasetId dataset, std::int32_t user);
    void unpin(DatasetId dataset, std::int32_t user);  ///< recorded snapshots are kept

    /// Stores the snapshots in one transaction; they replace those of the same user and epoch.
    void record(RunId run, std::span<const EpochSnapshot> snapshots);
    std::vector<std::int32_t> users(RunId run) const;  ///< users with a snapshot, in ascending order
    std::vector<std::int64_t> epochs(RunId run, std::int32_t user) const;  ///< epochs with a snapshot, ascending
    std::optional<EpochSnapshot> snapshot(RunId run, std::int32_t user, std::int64_t epoch) const;

private:
    Workspace& m_workspace;
};

}  // namespace recscope
