// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope {

class ProcessGroup;

/// Whether each process of the process group has a GPU that no other one has. `own` names this process's, at most 64
/// bytes and the same for all who see it; empty: it has none. All call this, and get the same answer.
bool haveOwnGpus(ProcessGroup& processGroup, const std::string& own);

}  // namespace recscope
