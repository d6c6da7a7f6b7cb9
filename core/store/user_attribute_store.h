// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/sequence/user_attribute.h"

namespace recscope {

class Workspace;

/// The attributes of a dataset's users. Throws Error(Workspace) if SQLite fails.
class UserAttributeStore {
public:
    explicit UserAttributeStore(Workspace& workspace) : m_workspace(workspace) {}

    /// May run inside another store's transaction, so that a dataset is stored with its attributes or not at all.
    void add(DatasetId dataset, std::span<const UserAttribute> attributes);
    std::vector<UserAttribute> list(DatasetId dataset) const;  ///< in the order of the users file

private:
    Workspace& m_workspace;
};

}  // namespace recscope
