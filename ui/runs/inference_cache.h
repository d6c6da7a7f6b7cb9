// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <list>

#include "core/explain/scores/inference_session.h"

namespace recscope {
class Workspace;
}

namespace recscope::ui {

/// One state of a run's weights: a later best epoch means other weights.
struct LoadedRun {
    RunId run = 0;
    std::int64_t bestEpoch = 0;
    bool operator==(const LoadedRun&) const = default;
};

/// The runs loaded last, shared by jobs of `WorkerQueue::Model`; only that queue's thread may use it.
class InferenceCache {
public:
    /// Loads the run unless it is still there. Where a training has found better weights since, these are meant:
    /// `InferenceSession::run().bestEpoch` says of which epoch an answer is. The reference holds until the next call.
    /// Throws as `InferenceSession::load`.
    const InferenceSession& of(Workspace& workspace, const LoadedRun& requested);

private:
    struct Entry {
        LoadedRun key;
        InferenceSession inference;
    };
    std::list<Entry> m_entries;  ///< most recently used first
};

}  // namespace recscope::ui
