// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "ui/compare/compared_run.h"

namespace recscope::ui {

/// The run as these users alone see it: ranks, metrics and curves are theirs. Lists of ten, known of all users only,
/// are left out; the record stays, to choose and group by. Pre: `users` rise.
ComparedRun restrictedTo(const ComparedRun& run, std::span<const std::int32_t> users);

}  // namespace recscope::ui
