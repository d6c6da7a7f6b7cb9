// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/plan/study.h"

class QWidget;

namespace recscope::ui {

class Session;

/// Asks for a folder and writes the report there under an unused name. `view` announces where the report is.
void saveStudyReport(Session& session, QWidget* view, const std::shared_ptr<const Study>& study);

}  // namespace recscope::ui
