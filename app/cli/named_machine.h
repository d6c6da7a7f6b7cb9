// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/remote/machine.h"

namespace recscope::cli {

/// The machine that the user of the program names, which may be one outside the list of machines. Its program is
/// `there`, or if that is empty, the one in the list.
Machine namedMachine(const std::string& destination, const std::string& there);

}  // namespace recscope::cli
