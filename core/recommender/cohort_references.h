// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/recommender/references.h"

namespace recscope {

/// Popularity and the bigram of `referencesFor` over a subset of users; the best reachable metrics are known for all
/// users only. Ranks these users again, because per-user ranks are not stored. `users` are sorted in ascending order.
/// Throws Error(Cancelled).
std::vector<Reference> referencesAmong(Workspace& workspace, DatasetId dataset, const Protocol& protocol,
                                       std::span<const std::int32_t> users, const std::stop_token& stop = {});

}  // namespace recscope
