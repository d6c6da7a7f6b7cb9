// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace recscope {

/// Where a run trains that does not train on this machine. The workspace may come from anybody: a reader checks both
/// words before they are used (`core/remote`).
struct RemoteRun {
    RunId run = 0;
    std::string machine;     ///< "ada@box"
    std::string folder;      ///< its folder there, 32 hexadecimal digits
    std::int64_t heard = 0;  ///< bytes of its events that are recorded here
};

/// A folder on another machine that no run needs any more.
struct RemoteLeftover {
    std::string machine, folder;
};

/// Which runs train on another machine. Opening a workspace leaves such runs running: they do not end with the program.
/// Throws Error(Workspace) when SQLite fails.
class RemoteStore {
public:
    explicit RemoteStore(Workspace& workspace) : m_workspace(workspace) {}

    std::optional<RemoteRun> of(RunId run) const;  ///< nothing: it trains or trained here
    std::vector<RemoteRun> list() const;
    /// Stores a new run and where it trains, in one transaction; nothing of it was heard yet. Throws as
    /// `RunStore::add`.
    RunRecord add(RunRecord run, const std::string& machine, const std::string& folder);
    /// What is known of a run whose weights are not here yet: counters, epochs and steps (what was known before is
    /// replaced), and how much of its events that is; in one transaction.
    void record(const RunRecord& run, std::span<const EpochRecord> epochs, std::span<const StepRecord> steps,
                std::int64_t heard);
    /// The run is here whole: its folder there becomes a leftover, as that of a deleted run does.
    void finish(RunId run);

    std::vector<RemoteLeftover> leftovers() const;
    void forget(const RemoteLeftover& leftover);

private:
    Workspace& m_workspace;
};

}  // namespace recscope
