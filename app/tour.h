// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope {

/// Drives a real main window through the program's main tasks and saves a picture of each screen in the light and the
/// dark theme to `folder`. Returns the exit code: 0, or 1 after an error message on stderr that names the failed step.
int runTour(const QString& folder);

}  // namespace recscope
