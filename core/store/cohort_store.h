// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/cohort_basis.h"
#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

using CohortId = std::int64_t;

/// What a list of cohorts shows about each of them.
struct CohortInfo {
    CohortId id = 0;
    std::string name;       ///< unique in the dataset
    std::string howChosen;  ///< how its users were chosen, as a sentence
    std::int64_t users = 0;
    std::string madeAt;  ///< ISO 8601, UTC
};

/// Users of a dataset that were chosen together.
struct Cohort {
    CohortInfo info;
    std::vector<std::int32_t> users;  ///< indices in the dataset, ascending
    CohortBasis basis;  ///< criteria of the choice; empty if the cohort was saved before schema version 12
};

/// Stores the cohorts of each dataset by name. A cohort is removed together with its dataset. Throws Error(Workspace)
/// if SQLite fails.
class CohortStore {
public:
    explicit CohortStore(Workspace& workspace) : m_workspace(workspace) {}

    std::vector<CohortInfo> list(DatasetId dataset) const;  ///< sorted by name
    /// Throws Error(Input) if there is none; the hint lists the existing names.
    CohortInfo byName(DatasetId dataset, const std::string& name) const;
    Cohort open(CohortId id) const;  ///< throws Error(Input) if the cohort is gone

    /// `users` (indices in the dataset) may be in any order and contain duplicates. Throws Error(Input) if the name is
    /// empty, too long or taken, or if `users` is empty, and Error(Usage) for users that the dataset does not have.
    CohortId save(DatasetId dataset, const std::string& name, const std::string& howChosen,
                  std::span<const std::int32_t> users, const CohortBasis& basis = {});
    void rename(CohortId id, const std::string& name);  ///< throws for the same reasons as `save`
    /// The removal can be undone until another cohort is removed. Throws Error(Input) if the cohort is gone.
    void remove(CohortId id);
    /// Throws Error(Input) if the cohort is deleted for good or another cohort has taken its name since.
    void undoRemove(CohortId id);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
