// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// One user's history; the spans are valid only during the call of `take` (see readHistories).
struct HistoryRows {
    std::int32_t user = 0;
    std::span<const Token> items;               ///< oldest first
    std::span<const std::int64_t> times;        ///< unix seconds, parallel to items; empty if the dataset has no times
    std::span<const std::int32_t> orders = {};  ///< see Histories::orders; empty if the dataset has no orders
};

/// Passes the history of each user to `take`, in one pass over the dataset; only one history at a time is in memory.
/// `take` may throw to stop. Skips users without interactions. Throws Error(Input) if there is no such dataset, and
/// Error(Workspace).
void readHistories(Workspace& workspace, DatasetId dataset, const std::function<void(const HistoryRows&)>& take);

}  // namespace recscope
