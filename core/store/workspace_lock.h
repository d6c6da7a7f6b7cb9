// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/util/error.h"

namespace recscope {

/// Throws Error(Workspace) for a file system without locks, such as a network folder whose lock service is not running;
/// `reason` is the system's message.
[[noreturn]] void throwNoLocks(const std::filesystem::path& workspace, const std::string& reason);

/// Thrown if another process writes to the workspace.
struct WorkspaceInUse : Error {
    using Error::Error;
};

/// Ensures that at most one process writes to a workspace: a `flock` on "<file>.lock", shared by all writing
/// connections of this process and released by the system if the process dies. The lock lies beside the file, because
/// closing any descriptor of the file itself would drop SQLite's own POSIX locks on it (sqlite.org/howtocorrupt.html,
/// section 2.2). Connections that only read take no lock, but count as connections of this process.
class WorkspaceLock {
public:
    enum class Access { Write, Read };

    /// Calls `inspect` if this process has no connection to the workspace yet: only then may the file be opened outside
    /// SQLite. A writing connection then takes the lock, or shares it if this process holds it already. Waits up to
    /// `patience` for another process to release it. Throws WorkspaceInUse if that process still holds it, throws
    /// Error(Workspace) if the lock file cannot be created or the file system supports no locks, and propagates
    /// exceptions thrown by `inspect`.
    WorkspaceLock(const std::filesystem::path& workspace, Access access, std::chrono::milliseconds patience,
                  const std::function<void()>& inspect);
    WorkspaceLock(const WorkspaceLock&) = delete;
    WorkspaceLock& operator=(const WorkspaceLock&) = delete;
    ~WorkspaceLock();

    bool wasFirst() const { return m_wasFirst; }  ///< whether this connection made the process take the lock

    /// Process id of the process that writes to this workspace, whatever path it opened it by; it may be this process.
    /// Unset if there is none.
    static std::optional<int> holder(const std::filesystem::path& workspace);

private:
    std::filesystem::path m_workspace;
    Access m_access;
    bool m_wasFirst = false;
};

}  // namespace recscope
