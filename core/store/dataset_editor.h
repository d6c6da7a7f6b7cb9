// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// What a person may change about a dataset: its name, notes on it, and whether it is there at all. All methods throw
/// Error(Workspace) when SQLite fails.
class DatasetEditor {
public:
    explicit DatasetEditor(Workspace& workspace) : m_workspace(workspace) {}

    /// Throws Error(Input) if the name is empty, too long or taken.
    void rename(DatasetId id, const std::string& name);

    std::string notes(DatasetId id) const;
    void setNotes(DatasetId id, const std::string& notes);

    /// Takes the dataset out of all lists; nothing is deleted yet. If the program dies before `finishRemovals`, it is
    /// back when the workspace is opened next.
    void remove(DatasetId id);
    /// Brings a removed dataset back with all its runs. Throws Error(Input) if it is gone for good.
    void undoRemove(DatasetId id);
    std::vector<DatasetInfo> removed() const;  ///< those that can come back, by name

    /// Makes all removals final and deletes what they leave behind. The first is one small write; the deleting goes in
    /// pieces and is continued by a later call if it was stopped. Throws Error(Cancelled).
    void finishRemovals(const ProgressSink& progress, const std::stop_token& stop);
    bool hasLeftovers() const;
    /// Deletes what an earlier `finishRemovals` left behind; removals that can be undone stay.
    void deleteLeftovers(const ProgressSink& progress, const std::stop_token& stop);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
