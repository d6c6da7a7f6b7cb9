// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/plan/study.h"

class QWidget;

namespace recscope::ui {

class Session;

/// Asks for a folder and writes the report there under an unused name. When it is written, `view` announces its path.
void saveStudyReport(Session& session, QWidget* view, const std::shared_ptr<const Study>& study);

}  // namespace recscope::ui
