// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace recscope::ui {

/// The display title of a model of the registry; the name itself if this version of the program does not know it.
QString modelTitle(const std::string& name);

}  // namespace recscope::ui
