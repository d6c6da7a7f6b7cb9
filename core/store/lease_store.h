// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// The claims of the workers that share the runs of a plan: which worker trains which run. A claim counts only while
/// its worker is alive (`WorkerPresence`). Throws Error(Workspace) if SQLite fails.
class LeaseStore {
public:
    /// Pre: `workspace` was opened by `Workspace::openToShare`; its worker makes and releases the claims.
    explicit LeaseStore(Workspace& workspace) : m_workspace(workspace) {}

    /// Claims the run with this config (RunConfig as JSON, all keys). Returns false if another living worker has
    /// claimed it.
    bool claim(DatasetId dataset, const std::string& config);
    void release(DatasetId dataset, const std::string& config);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
