// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace recscope {

/// A training that was asked for and has not ended.
struct QueuedTraining {
    std::string ticket;  ///< chosen by whoever asks, unique
    DatasetId dataset = 0;
    std::string config;        ///< RunConfig as JSON, all keys
    std::string name;          ///< of the run to be
    std::string device;        ///< as asked for: "auto", "cpu", "cuda"
    std::optional<RunId> run;  ///< begun already, to be gone on with
    /// Not stored: what a name is made of where nobody gave one, "SASRec" for "SASRec 3". `name` is kept as long as
    /// nobody else took it; one that is the stem itself gets a number from 2 on then.
    std::string stem = {};
};

/// The trainings under way and waiting, kept in the workspace so that they outlive the program. What a program left
/// there is what was interrupted: opening a workspace puts runs that died while they trained in front, and takes out
/// what has ended. Throws Error(Workspace) when SQLite fails.
class QueueStore {
public:
    explicit QueueStore(Workspace& workspace) : m_workspace(workspace) {}

    /// In the order they are trained; without those of removed datasets.
    std::vector<QueuedTraining> list() const;
    /// At the end, all in one transaction; one whose ticket is there keeps its position and takes the new values.
    /// Returns their names: with a stem the first one that no run and no other entry has, for one ticket always the
    /// same.
    std::vector<std::string> put(std::span<const QueuedTraining> trainings);
    /// These entries in this order, on the positions they have together.
    void reorder(std::span<const std::string> tickets);
    /// What a training of this stem would be called now.
    std::string freeName(const std::string& stem) const;
    void remove(std::span<const std::string> tickets);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
