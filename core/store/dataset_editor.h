// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// The changes that the user of the program can make to a dataset: its name, its notes, and its removal. All methods
/// throw Error(Workspace) if SQLite fails.
class DatasetEditor {
public:
    explicit DatasetEditor(Workspace& workspace) : m_workspace(workspace) {}

    /// Throws Error(Input) if the name is empty, too long or taken.
    void rename(DatasetId id, const std::string& name);

    std::string notes(DatasetId id) const;
    void setNotes(DatasetId id, const std::string& notes);

    /// Hides the dataset from all lists; nothing is deleted yet. If the program ends before `finishRemovals`, the
    /// dataset is back when the workspace is opened next.
    void remove(DatasetId id);
    /// Restores a removed dataset with all its runs. Throws Error(Input) if the dataset is deleted for good.
    void undoRemove(DatasetId id);
    std::vector<DatasetInfo> removed() const;  ///< removed datasets that can be restored, sorted by name

    /// Makes all removals final with one small write, then deletes the data in chunks. If it is stopped, a later call
    /// continues the deletion. Throws Error(Cancelled).
    void finishRemovals(const ProgressSink& progress, const std::stop_token& stop);
    bool hasLeftovers() const;  ///< whether an interrupted `finishRemovals` left data behind
    /// Deletes the data that an interrupted `finishRemovals` left behind, but not the datasets whose removal can still
    /// be undone.
    void resumeDeletion(const ProgressSink& progress, const std::stop_token& stop);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
