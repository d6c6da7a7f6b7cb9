// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace recscope {

/// The error for a file system without locks, such as a network folder without its lock service; `reason` is the
/// system's message.
[[noreturn]] void throwNoLocks(const std::filesystem::path& workspace, const std::string& reason);

/// Keeps other processes out of a workspace: a `flock` on "<file>.lock", shared by all connections of this process and
/// released by the system if the process dies. The lock lies beside the file, because closing any descriptor of the
/// file itself would drop SQLite's own POSIX locks on it (sqlite.org/howtocorrupt.html, section 2.2).
class WorkspaceLock {
public:
    /// Shares the lock if this process holds it already. Otherwise calls `inspect` (the only time when the file may be
    /// opened outside SQLite) and takes the lock. Throws Error(Workspace) if another process holds the lock or if the
    /// file system supports no locks, and passes on exceptions of `inspect`.
    WorkspaceLock(const std::filesystem::path& workspace, const std::function<void()>& inspect);
    WorkspaceLock(const WorkspaceLock&) = delete;
    WorkspaceLock& operator=(const WorkspaceLock&) = delete;
    ~WorkspaceLock();

    /// Process id of another process that has this workspace open by any path; nothing if there is none.
    static std::optional<int> holder(const std::filesystem::path& workspace);

private:
    std::filesystem::path m_workspace;
};

}  // namespace recscope
