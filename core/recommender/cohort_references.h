// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/recommender/references.h"

namespace recscope {

/// Popularity and the bigram of `referencesFor`, over some users alone; the best reachable is known of all users only.
/// Everybody is ranked anew, because no user's rank is kept. `users` rise. Throws Error(Cancelled).
std::vector<Reference> referencesAmong(Workspace& workspace, DatasetId dataset, const Protocol& protocol,
                                       std::span<const std::int32_t> users, const std::stop_token& stop = {});

}  // namespace recscope
