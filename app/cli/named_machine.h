// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/remote/machine.h"

namespace recscope::cli {

/// The machine with this ssh destination, which need not be in the list of machines. `there` is the path of
/// recscope-cli on that machine; if it is empty, the path in the list is used.
Machine namedMachine(const std::string& destination, const std::string& there);

}  // namespace recscope::cli
