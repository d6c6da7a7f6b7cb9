// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace recscope::ui {

/// What people call a model of the registry; the name itself of one this version does not know.
QString modelTitle(const std::string& name);

}  // namespace recscope::ui
