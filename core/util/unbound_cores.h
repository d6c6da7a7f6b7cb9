// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// The number of CPU cores that the container of this process (else the machine) has, 1 or more. Ignores a binding to
/// some of these cores by `taskset` or a launcher such as mpirun.
int unboundCores();

}  // namespace recscope
