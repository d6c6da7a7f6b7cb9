// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// How many cores this process could be given, 1 or more: those of its container. Which of them `taskset`, or a starter
/// such as mpirun, bound it to does not matter.
int unboundCores();

}  // namespace recscope
