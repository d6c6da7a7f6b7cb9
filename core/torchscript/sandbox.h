// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// Permanently restricts this process before it runs untrusted code: at most `memoryBytes` more data than it has now,
/// no files, no network, no new processes, no signals to other processes. Open descriptors and threads keep working,
/// and new threads can be started; all other system calls fail. Throws Error(Input) if the kernel does not support the
/// filter (seccomp); the untrusted code must then not be run.
void restrictThisProcess(std::int64_t memoryBytes);

}  // namespace recscope
