// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/popularity.h"

#include <algorithm>

#include "core/store/dataset_store.h"

namespace recscope::ui {

std::int64_t Popularity::rankOf(Workspace& workspace, DatasetId dataset, Token token) {
    if (m_dataset != dataset) {
        m_dataset.reset();
        m_counts = DatasetStore(workspace).itemCounts(dataset);
        m_sorted = m_counts;
        std::sort(m_sorted.begin(), m_sorted.end());
        m_dataset = dataset;
    }
    const std::int64_t count = m_counts.at(std::size_t(token - kFirstItemToken));
    return 1 + (m_sorted.end() - std::upper_bound(m_sorted.begin(), m_sorted.end(), count));
}

}  // namespace recscope::ui
