// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/explain/removal_test.h"

namespace recscope::ui {

/// One word for a table: "evidence", "decoration".
QString verdictText(AttentionVerdict verdict);

}  // namespace recscope::ui
