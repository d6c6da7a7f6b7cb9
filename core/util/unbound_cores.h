// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// How many cores this process could use, 1 or more: those of its container. A binding to some of them by `taskset` or
/// a launcher such as mpirun is ignored.
int unboundCores();

}  // namespace recscope
