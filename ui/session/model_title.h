// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace recscope::ui {

/// The display title of the model with this registry name; the name itself if this version of the program does not know
/// the model.
QString modelTitle(const std::string& name);

}  // namespace recscope::ui
