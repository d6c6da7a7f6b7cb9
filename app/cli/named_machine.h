// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/remote/machine.h"

namespace recscope::cli {

/// The machine that the user of the program names; it need not be in the list of machines. The path of recscope-cli on
/// it is `there`, or if that is empty, the path in the list.
Machine namedMachine(const std::string& destination, const std::string& there);

}  // namespace recscope::cli
