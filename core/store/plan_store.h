// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace recscope {

class Workspace;

/// A plan of experiments (see core/plan/plan.h) that was run in a workspace, in the JSON form that `core/plan` reads.
struct StoredPlan {
    std::string name;  ///< name of the plan; a later plan of this name replaces it
    std::string json;
    std::string lastRunAt;  ///< ISO 8601, UTC
};

/// The plans that were run in a workspace by any process. Throws Error(Workspace) if SQLite fails.
class PlanStore {
public:
    explicit PlanStore(Workspace& workspace) : m_workspace(workspace) {}

    void put(const std::string& name, const std::string& json);
    std::vector<StoredPlan> list() const;  ///< sorted by the time of the last run, newest first

private:
    Workspace& m_workspace;
};

}  // namespace recscope
