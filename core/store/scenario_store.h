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

/// What a list of scenarios shows about each of them.
struct ScenarioInfo {
    ScenarioId id = 0;
    std::string user;  ///< the user's id in the dataset
    std::string name;
    std::int64_t items = 0;     ///< number of items of the edited history, including masked ones
    std::int64_t original = 0;  ///< number of items of the history that the scenario was made from
    std::string madeAt;         ///< ISO 8601, UTC
};

/// A named, edited version of one user's history.
struct Scenario {
    ScenarioInfo info;
    std::vector<Token> original;     ///< the unedited history; `kPadToken` for items the dataset no longer has
    std::vector<EditedItem> edited;  ///< the edited history, oldest first
};

/// The scenario's edited items, with their origins checked against the user's current history. An item keeps its origin
/// (its position in the unedited history) only if `history` has the same item at that position; otherwise the origin
/// becomes -1.
std::vector<EditedItem> withCheckedOrigins(const Scenario& scenario, std::span<const Token> history);

/// Edited histories stored by name for each dataset and user. Throws Error(Workspace) if SQLite fails.
class ScenarioStore {
public:
    explicit ScenarioStore(Workspace& workspace) : m_workspace(workspace) {}

    /// The scenarios of one user, or of all users if `user` is empty; sorted by user and name.
    std::vector<ScenarioInfo> list(DatasetId dataset, const std::string& user = {}) const;
    /// Throws Error(Input) if there is none; the hint lists the existing names.
    ScenarioInfo byName(DatasetId dataset, const std::string& user, const std::string& name) const;
    /// Throws Error(Input) if the scenario is gone, or if its edited history has items that are no longer in the
    /// dataset; the message lists these items.
    Scenario open(DatasetId dataset, ScenarioId id) const;

    /// Throws Error(Input) if the name is empty, too long or taken, and Error(Usage) for tokens that are not items.
    ScenarioId save(DatasetId dataset, const std::string& user, const std::string& name,
                    std::span<const Token> original, std::span<const EditedItem> edited);
    void rename(ScenarioId id, const std::string& name);  ///< throws for the same reasons as `save`
    /// The removal can be undone until another scenario is removed. Throws Error(Input) if the scenario is gone.
    void remove(ScenarioId id);
    /// Throws Error(Input) if the scenario is deleted for good or another scenario has taken its name since.
    void undoRemove(ScenarioId id);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
