// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/inference_cache.h"

#include <algorithm>

namespace recscope::ui {

namespace {
/// Number of cached runs: a page shows at most two models side by side.
constexpr std::size_t kKeptRuns = 2;
}  // namespace

const InferenceSession& InferenceCache::of(Workspace& workspace, const LoadedRun& requested) {
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.key == requested; });
    if (found != m_entries.end()) {
        m_entries.splice(m_entries.begin(), m_entries, found);
    } else {
        InferenceSession inference = InferenceSession::load(workspace, requested.run);
        // Keyed by the epoch of the loaded weights, which may be later than the epoch that the caller knows.
        const LoadedRun loaded{requested.run, inference.run().bestEpoch};
        std::erase_if(m_entries, [&](const Entry& entry) { return entry.key == loaded; });
        m_entries.push_front({loaded, std::move(inference)});
        if (m_entries.size() > kKeptRuns) m_entries.pop_back();
    }
    return m_entries.front().inference;
}

const VersionMap& InferenceCache::mapOf(Workspace& workspace, DatasetId from, DatasetId to) {
    if (!m_map || m_mapKey != std::pair(from, to)) {
        m_map.emplace(workspace, from, to);
        m_mapKey = {from, to};
    }
    return *m_map;
}

}  // namespace recscope::ui
