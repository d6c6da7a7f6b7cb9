// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace recscope::ui {

/// "BERT4Rec" of "bert4rec"; the name itself of a model this version does not know.
QString modelTitle(const std::string& name);

}  // namespace recscope::ui
