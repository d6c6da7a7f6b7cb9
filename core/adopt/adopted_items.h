// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"

namespace recscope {

/// Which row of a weights file belongs to which item of a dataset.
struct AdoptedItems {
    torch::Tensor rows;                ///< (V + 2) int64: row of each token (0 = padding, V + 1 = mask); -1 = no row
    std::vector<std::string> missing;  ///< ids of the dataset's items without a row
};

/// `ids`: item ids in row order, starting with row 1. If empty, nothing maps rows to items, and the ids of the
/// dataset's items are taken as row numbers. Only rows 1 to `rowCount` - 1 can belong to items. `maskRow`: the row of
/// [MASK]; if the model has none, the index of a row that does not exist. Throws Error(Input) if no item has a row.
AdoptedItems adoptedItems(const std::vector<ItemInfo>& items, const std::vector<std::string>& ids,
                          std::int64_t rowCount, std::int64_t maskRow);

/// The rows of `table` in the order of the dataset's tokens; tokens without a row get zeros.
torch::Tensor arranged(const torch::Tensor& table, const AdoptedItems& items);

/// The bias added to the scores, indexed by token, shape (V + 2): `bias`, or zeros if it is not given. Items without a
/// row get a bias so low that they rank after all others.
torch::Tensor biasWithMissingLast(const std::optional<torch::Tensor>& bias, const AdoptedItems& items);

}  // namespace recscope
