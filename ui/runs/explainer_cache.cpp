// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/explainer_cache.h"

#include <algorithm>

namespace recscope::ui {

namespace {
/// Two models side by side are the most a page shows at once.
constexpr std::size_t kKeptRuns = 2;
}  // namespace

const Explainer& ExplainerCache::of(Workspace& workspace, const LoadedRun& wanted) {
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.key == wanted; });
    if (found != m_entries.end()) {
        m_entries.splice(m_entries.begin(), m_entries, found);
    } else {
        m_entries.push_front({wanted, Explainer::load(workspace, wanted.run)});
        if (m_entries.size() > kKeptRuns) m_entries.pop_back();
    }
    return m_entries.front().explainer;
}

}  // namespace recscope::ui
