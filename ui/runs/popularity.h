// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/sequence/dataset.h"

namespace recscope {
class Workspace;
}

namespace recscope::ui {

/// How popular an item is among the others: 1 = the most interactions, items with equally many share the better rank.
/// Keeps the counts of the dataset asked for last; only one thread may use it.
class Popularity {
public:
    std::int64_t rankOf(Workspace& workspace, DatasetId dataset, Token token);

private:
    std::optional<DatasetId> m_dataset;
    std::vector<std::int64_t> m_counts;  ///< (V), in token order
    std::vector<std::int64_t> m_sorted;  ///< the same, ascending
};

}  // namespace recscope::ui
