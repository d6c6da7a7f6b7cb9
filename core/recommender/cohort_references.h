// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/recommender/references.h"

namespace recscope {

/// The baselines as in `referencesFor`, set on the validation items of all users, but with metrics over a subset of
/// users only. The best reachable metrics are left out, because they are known only for all users together. Ranks all
/// users again, because the ranks of the references are not stored. `users` must be in ascending order. Throws
/// Error(Cancelled).
std::vector<Reference> referencesAmong(Workspace& workspace, DatasetId dataset, const Protocol& protocol,
                                       std::span<const std::int32_t> users, const std::stop_token& stop = {});

}  // namespace recscope
