// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/prefix_task.h"

namespace recscope {

double nextItemLoss(const PrefixBatch& batch, const kernels::Parameter& items, kernels::Variable& states,
                    kernels::Arena& arena) {
    std::vector<std::int64_t> rows(batch.targets.begin(), batch.targets.end());
    for (std::int64_t& row : rows) row -= kFirstItemToken;
    const double share = static_cast<double>(rows.size()) / static_cast<double>(batch.batchSamples);
    kernels::Tape tape(arena, /*learns=*/true);
    // PAD and MASK, the first and the last row, are no candidates.
    return share * tape.crossEntropy(states, items.slice(kFirstItemToken, items.rows - 2), {}, rows, share);
}

}  // namespace recscope
