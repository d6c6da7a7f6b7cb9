// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/plan/study.h"

class QWidget;

namespace recscope::ui {

class Session;

/// Asks for a folder and starts a job that writes the report there under an unused name. Then shows the path in a
/// notice (`announceSaved`).
void saveStudyReport(Session& session, QWidget* view, const std::shared_ptr<const Study>& study);

}  // namespace recscope::ui
