// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "ui/compare/compared_run.h"

namespace recscope::ui {

/// The run as these users alone see it: ranks, metrics and curves are theirs. What is known of all users only (lists of
/// ten, test) is left out; the best validation stays, to choose by. Pre: `users` rise.
ComparedRun restrictedTo(const ComparedRun& run, std::span<const std::int32_t> users);

/// The users whose held-out item is at rank 11 or worse in both. Pre: both rise by user.
std::vector<std::int32_t> missedByBoth(std::span<const UserRank> a, std::span<const UserRank> b);

}  // namespace recscope::ui
