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
    std::string machine = {};  ///< destination of another machine, "ada@box"; empty: this machine
    std::optional<RunId> run;  ///< run to be resumed; unset: a new run
    /// The stem of an automatically numbered name, for example "SASRec" for "SASRec 3"; it is not stored. If the name
    /// is taken or was never set, `put` changes it to the stem with the first free number: from 1, or from 2 if the
    /// taken name is the stem itself. With an empty stem, `put` keeps `name` even if it is taken.
    std::string stem = {};
};

/// The running and waiting trainings, stored in the workspace so that they outlive the program. Entries left by a
/// program that has ended are interrupted trainings. Opening a workspace removes the entries whose run has finished or
/// failed, and adds an entry at the front for each interrupted run that has no entry. Throws Error(Workspace) if SQLite
/// fails.
class QueueStore {
public:
    explicit QueueStore(Workspace& workspace) : m_workspace(workspace) {}

    /// The entries in training order, without the entries of removed datasets.
    std::vector<QueuedTraining> list() const;
    /// Stores all entries in one transaction and returns their names. New entries are appended; an entry whose ticket
    /// exists keeps its position and takes the new values. An entry with a stem gets a name that no run and no other
    /// entry has, and a later call for its ticket keeps that name.
    std::vector<std::string> put(std::span<const QueuedTraining> trainings);
    /// Puts these entries into the given order, among the queue positions that they already occupy. Other entries do
    /// not move.
    void reorder(std::span<const std::string> tickets);
    /// The name that a training with this stem would get now.
    std::string freeName(const std::string& stem) const;
    void remove(std::span<const std::string> tickets);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
