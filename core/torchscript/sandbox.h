// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// Restricts this process for good, before it runs somebody else's code: at most `memoryBytes` more data than it has
/// now, no files, no network, no other programs, no signals to other processes. Open descriptors and threads keep
/// working; any other system call fails with EPERM. Throws Error(Input) if the kernel does not offer the filter
/// (seccomp); the code must not run then.
void restrictThisProcess(std::int64_t memoryBytes);

}  // namespace recscope
