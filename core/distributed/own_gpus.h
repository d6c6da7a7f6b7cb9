// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope {

class ProcessGroup;

/// Whether each process of the process group has a GPU that no other process uses. `gpuName`: a unique identifier of
/// this process's GPU, at most 64 bytes, identical in every process that can see that GPU; empty if the process has no
/// GPU. Collective: every process must call this function, and all get the same result.
bool haveOwnGpus(ProcessGroup& processGroup, const std::string& gpuName);

}  // namespace recscope
