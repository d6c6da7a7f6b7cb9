// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace recscope {

/// Where a run trains that does not train on this machine. A workspace is untrusted input: `core/remote` checks both
/// strings before it uses them.
struct RemoteRun {
    RunId run = 0;
    std::string machine;     ///< "ada@box"
    std::string folder;      ///< its folder there, 32 hexadecimal digits
    std::int64_t heard = 0;  ///< bytes of its events recorded here
};

/// A folder on another machine that no run needs any more.
struct RemoteLeftover {
    std::string machine, folder;
};

/// Which runs train on another machine. Opening a workspace leaves such runs in state Running: they do not end with the
/// program. Throws Error(Workspace) if SQLite fails.
class RemoteStore {
public:
    explicit RemoteStore(Workspace& workspace) : m_workspace(workspace) {}

    std::optional<RemoteRun> of(RunId run) const;  ///< unset: it trains or trained here
    std::vector<RemoteRun> list() const;
    /// Stores a new run and where it trains in one transaction, with no events read yet. Throws as `RunStore::add`.
    RunRecord add(RunRecord run, const std::string& machine, const std::string& folder);
    /// Stores what is known about a run whose weights are not here yet, in one transaction: counters, epochs and steps
    /// (replacing earlier ones), and how many bytes of its events that covers.
    void record(const RunRecord& run, std::span<const EpochRecord> epochs, std::span<const StepRecord> steps,
                std::int64_t heard);
    /// The run is complete here: its remote folder becomes a leftover, like that of a deleted run.
    void finish(RunId run);

    std::vector<RemoteLeftover> leftovers() const;
    void forget(const RemoteLeftover& leftover);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
