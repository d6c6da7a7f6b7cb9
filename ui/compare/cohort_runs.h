// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "ui/compare/compared_run.h"

namespace recscope::ui {

/// A copy of the run with the ranks, metrics and curves of these users only. The statistics of the top-10 lists are
/// left out, because they are stored only for all users together. The run's record stays unchanged, because runs are
/// chosen and grouped by their records. Pre: `users` are ascending.
ComparedRun restrictedTo(const ComparedRun& run, std::span<const std::int32_t> users);

}  // namespace recscope::ui
