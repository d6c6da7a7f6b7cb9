// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// The first word of the kinds of `referencesFor`. Their results also depend on the attributes of the users, so
/// `AttributeStore::replace` deletes them.
inline constexpr const char* kReferencesKind = "references";

/// Stores one JSON text per dataset and kind, mostly cached results of analyses. Apart from its attributes, a dataset
/// never changes, so a result stays valid until the computation changes; `version` is the version number of the
/// computation.
class AnalysisStore {
public:
    explicit AnalysisStore(Workspace& workspace) : m_workspace(workspace) {}

    /// The cached JSON of this version, if any. Throws Error(Workspace).
    std::optional<std::string> find(DatasetId dataset, const std::string& kind, int version) const;
    /// What to do if the workspace is open for reading only and another process writes to it: leave the result
    /// uncached, or throw.
    enum class IfInUse { Skip, Fail };
    /// Stores JSON; does nothing if the dataset is gone. If the workspace is open for reading only, it is opened for
    /// writing a second time. Throws Error(Workspace).
    void put(DatasetId dataset, const std::string& kind, int version, const std::string& json,
             IfInUse ifInUse = IfInUse::Skip);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
