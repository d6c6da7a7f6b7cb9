// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/plan/study.h"

namespace recscope::ui {

/// Names of the row's runs, and the row's config; rich text.
QString aboutRow(const StudyRow& row);
/// Which runs failed, and why; rich text.
QString aboutFailures(const std::vector<RunRecord>& runs);

}  // namespace recscope::ui
