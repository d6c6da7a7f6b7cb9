// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/sequence/edited_item.h"

namespace recscope {

class Workspace;

using ScenarioId = std::int64_t;

/// What a list says of a scenario.
struct ScenarioInfo {
    ScenarioId id = 0;
    std::string user;  ///< the dataset's own id
    std::string name;
    std::int64_t items = 0;     ///< of the edited history, masked ones too
    std::int64_t original = 0;  ///< items of the history it was made from
    std::string madeAt;         ///< ISO 8601, UTC
};

/// An edited history under a name.
struct Scenario {
    ScenarioInfo info;
    std::vector<Token> original;     ///< what it was made from; `kPadToken` for items the dataset no longer has
    std::vector<EditedItem> edited;  ///< what became of it
};

/// The edited items with their origins in this history instead: one keeps its origin only where the same item stands
/// there.
std::vector<EditedItem> fitted(const Scenario& scenario, std::span<const Token> history);

/// Edited histories kept per dataset and user, under names. Throws Error(Workspace) when SQLite fails.
class ScenarioStore {
public:
    explicit ScenarioStore(Workspace& workspace) : m_workspace(workspace) {}

    /// Of one user, or of all with an empty `user`; by user and name.
    std::vector<ScenarioInfo> list(DatasetId dataset, const std::string& user = {}) const;
    /// Throws Error(Input), the hint lists the names there are.
    ScenarioInfo byName(DatasetId dataset, const std::string& user, const std::string& name) const;
    /// Throws Error(Input) if it is gone, or naming its items that the dataset no longer has.
    Scenario open(DatasetId dataset, ScenarioId id) const;

    /// Throws Error(Input) if the name is empty, too long or taken, Error(Usage) for tokens that are no items.
    ScenarioId save(DatasetId dataset, const std::string& user, const std::string& name,
                    std::span<const Token> original, std::span<const EditedItem> edited);
    void rename(ScenarioId id, const std::string& name);  ///< throws as `save`
    /// Can be taken back until another one is removed. Throws Error(Input) if it is gone.
    void remove(ScenarioId id);
    /// Throws Error(Input) if it is gone for good or its name was taken in the meantime.
    void undoRemove(ScenarioId id);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
