// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace recscope::ui {

/// The display title of a model of the registry; the name itself where this version does not know the model.
QString modelTitle(const std::string& name);

}  // namespace recscope::ui
