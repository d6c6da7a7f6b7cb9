// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace recscope {

/// A training that was requested and has not ended.
struct QueuedTraining {
    std::string ticket;  ///< chosen by the caller, unique
    DatasetId dataset = 0;
    std::string config;        ///< RunConfig as JSON, all keys
    std::string name;          ///< name of the future run
    std::string device;        ///< as requested: "auto", "cpu", "cuda"
    std::optional<RunId> run;  ///< a run already begun, to be resumed
    /// Not stored: the stem of an automatic name, "SASRec" for "SASRec 3". `name` is kept unless it is taken meanwhile;
    /// a name equal to the stem then gets a number from 2 on.
    std::string stem = {};
};

/// The running and waiting trainings, stored in the workspace so that they outlive the program. Entries that a program
/// left were interrupted: opening a workspace moves runs whose process died to the front and removes those that have
/// ended. Throws Error(Workspace) if SQLite fails.
class QueueStore {
public:
    explicit QueueStore(Workspace& workspace) : m_workspace(workspace) {}

    /// In training order, without those of removed datasets.
    std::vector<QueuedTraining> list() const;
    /// Appends all in one transaction; an entry whose ticket exists keeps its position and takes the new values.
    /// Returns their names: with a stem the first name that no run and no other entry has, always the same one for a
    /// ticket.
    std::vector<std::string> put(std::span<const QueuedTraining> trainings);
    /// Puts these entries into this order on the positions that they occupy together.
    void reorder(std::span<const std::string> tickets);
    /// The name that a training with this stem would get now.
    std::string freeName(const std::string& stem) const;
    void remove(std::span<const std::string> tickets);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
