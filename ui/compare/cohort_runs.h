// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "ui/compare/compared_run.h"

namespace recscope::ui {

/// The run with ranks, metrics and curves of these users only. Lists of ten are left out, because they are stored for
/// all users only; the record stays unchanged, for choosing and grouping runs. Pre: `users` are ascending.
ComparedRun restrictedTo(const ComparedRun& run, std::span<const std::int32_t> users);

}  // namespace recscope::ui
