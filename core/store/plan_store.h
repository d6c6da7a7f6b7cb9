// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace recscope {

class Workspace;

/// A plan that was run in a workspace, as text: what it means is known to `core/plan`.
struct StoredPlan {
    std::string name;  ///< of the plan; a plan of the same name that was run later takes its place
    std::string json;
    std::string usedAt;  ///< ISO 8601, UTC
};

/// The plans that were run in a workspace, by whatever process. Throws Error(Workspace) when SQLite fails.
class PlanStore {
public:
    explicit PlanStore(Workspace& workspace) : m_workspace(workspace) {}

    void put(const std::string& name, const std::string& json);
    std::vector<StoredPlan> list() const;  ///< the one that was run last first

private:
    Workspace& m_workspace;
};

}  // namespace recscope
