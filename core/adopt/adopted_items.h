// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"

namespace recscope {

/// Which row of a weights file belongs to which item of a dataset.
struct AdoptedItems {
    torch::Tensor rows;                ///< by token (0 = padding, V + 1 = mask): (V + 2) int64; -1 = the file has none
    std::vector<std::string> missing;  ///< ids of the dataset's items without a row
};

/// `ids`: item ids by row, starting with row 1; empty: nothing maps rows to items, so the ids of the dataset's items
/// are taken as row numbers. Rows from `rowCount` on are ignored. Throws Error(Input) if no item has a row.
AdoptedItems adoptedItems(const std::vector<ItemInfo>& items, const std::vector<std::string>& ids,
                          std::int64_t rowCount, std::int64_t maskRow);

/// Rows of `table` by token, in the dataset's order; a row that does not exist is zero.
torch::Tensor arranged(const torch::Tensor& table, const AdoptedItems& items);

/// The bias added to each item's score, (V + 2) by token: `bias`, or zero if it is not given; for items without a row,
/// a value so low that they rank after all others.
torch::Tensor biasWithMissingLast(const std::optional<torch::Tensor>& bias, const AdoptedItems& items);

}  // namespace recscope
