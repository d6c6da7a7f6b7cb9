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

/// What a list says of a cohort.
struct CohortInfo {
    CohortId id = 0;
    std::string name;    ///< unique in the dataset
    std::string chosen;  ///< how its users were chosen, as a sentence
    std::int64_t users = 0;
    std::string madeAt;  ///< ISO 8601, UTC
};

/// Users of a dataset that were chosen together.
struct Cohort {
    CohortInfo info;
    std::vector<std::int32_t> users;  ///< indices in the dataset, rising
    CohortBasis basis;                ///< not recorded by versions before the schema's twelfth
};

/// Cohorts kept per dataset under names; they go with their dataset. Throws Error(Workspace) when SQLite fails.
class CohortStore {
public:
    explicit CohortStore(Workspace& workspace) : m_workspace(workspace) {}

    std::vector<CohortInfo> list(DatasetId dataset) const;  ///< by name
    /// Throws Error(Input), the hint lists the names there are.
    CohortInfo byName(DatasetId dataset, const std::string& name) const;
    Cohort open(CohortId id) const;  ///< throws Error(Input) if it is gone

    /// `users` in any order, also twice. Throws Error(Input) if the name is empty, too long or taken, or if there is no
    /// user, Error(Usage) for users the dataset does not have.
    CohortId save(DatasetId dataset, const std::string& name, const std::string& chosen,
                  std::span<const std::int32_t> users, const CohortBasis& basis = {});
    void rename(CohortId id, const std::string& name);  ///< throws as `save`
    /// Can be taken back until another one is removed. Throws Error(Input) if it is gone.
    void remove(CohortId id);
    /// Throws Error(Input) if it is gone for good or its name was taken in the meantime.
    void undoRemove(CohortId id);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
