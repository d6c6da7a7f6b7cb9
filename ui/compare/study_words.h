// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/plan/study.h"

namespace recscope::ui {

/// Tooltip of a row: the names of its runs, and its config; rich text.
QString aboutRow(const StudyRow& row);
/// Tooltip that says which runs failed, and why; rich text.
QString aboutFailures(const std::vector<RunRecord>& runs);

}  // namespace recscope::ui
