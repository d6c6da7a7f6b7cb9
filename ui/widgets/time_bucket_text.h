// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>

#include "core/data/dataset_overview.h"

namespace recscope::ui {

/// The name of the day, week, month or year that begins at `start` (Unix seconds): "2026-11-21", for a week its Monday,
/// "2026-11", "2026".
QString bucketText(std::int64_t start, TimeUnit unit);

}  // namespace recscope::ui
