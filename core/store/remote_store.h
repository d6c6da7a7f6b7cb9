// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace recscope {

/// A run that trains on another machine, and its folder there. A workspace is untrusted input, so `core/remote` checks
/// both strings before it uses them.
struct RemoteRun {
    RunId run = 0;
    std::string machine;         ///< "ada@box"
    std::string folder;          ///< the run's folder on that machine, 32 hexadecimal digits
    std::int64_t bytesRead = 0;  ///< bytes of the run's event stream that this workspace has recorded so far
};

/// A folder on another machine that belongs to no run any more and can be deleted.
struct RemoteLeftover {
    std::string machine, folder;
};

/// Records which runs train on another machine. Opening a workspace leaves such runs in state Running: they do not end
/// with the program. Throws Error(Workspace) if SQLite fails.
class RemoteStore {
public:
    explicit RemoteStore(Workspace& workspace) : m_workspace(workspace) {}

    std::optional<RemoteRun> of(RunId run) const;  ///< unset: the run trains or trained on this machine
    std::vector<RemoteRun> list() const;
    /// Stores a new run, the machine that trains it and its folder there in one transaction, with bytesRead = 0. Throws
    /// for the same reasons as `RunStore::add`.
    RunRecord add(RunRecord run, const std::string& machine, const std::string& folder,
                  RunStore::IfTaken ifTaken = RunStore::IfTaken::Fail);
    /// Stores the progress of a run whose weights have not been fetched yet, in one transaction: counters, epochs and
    /// steps (replacing earlier ones), and the number of bytes of its events that they cover.
    void record(const RunRecord& run, std::span<const EpochRecord> epochs, std::span<const StepRecord> steps,
                std::int64_t bytesRead);
    /// Records that the run has been fetched completely. Its folder on the other machine becomes a leftover, just as
    /// when the run is deleted.
    void finish(RunId run);

    std::vector<RemoteLeftover> leftovers() const;
    void forget(const RemoteLeftover& leftover);  ///< after its folder has been deleted

private:
    Workspace& m_workspace;
};

}  // namespace recscope
