// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// Keeps what was found out about datasets, so that it is there at once the next time. A dataset never changes, so
/// results stay true until the way of computing them changes: that is their version.
class AnalysisStore {
public:
    explicit AnalysisStore(Workspace& workspace) : m_workspace(workspace) {}

    /// The JSON kept, if there is some of this version. Throws Error(Workspace).
    std::optional<std::string> find(DatasetId dataset, const std::string& kind, int version) const;
    /// Keeps JSON; does nothing if the dataset is gone. Throws Error(Workspace).
    void put(DatasetId dataset, const std::string& kind, int version, const std::string& json);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
