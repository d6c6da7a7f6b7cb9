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

/// Popularity ranks of items: 1 = most interactions; tied items share the better rank. Caches the counts of the most
/// recent dataset; not thread-safe.
class Popularity {
public:
    std::int64_t rankOf(Workspace& workspace, DatasetId dataset, Token token);

private:
    std::optional<DatasetId> m_dataset;
    std::vector<std::int64_t> m_counts;  ///< number of interactions of each item, shape (V), in token order
    std::vector<std::int64_t> m_sorted;  ///< the counts in ascending order
};

}  // namespace recscope::ui
