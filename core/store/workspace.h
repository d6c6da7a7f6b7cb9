// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace recscope {

class WorkerPresence;

/// A connection to one workspace: a SQLite file with datasets, runs and weights. Not thread-safe: each thread opens its
/// own connection with `anotherConnection()`. Only one process at a time can write to the file, which a lock file
/// beside it ensures; any number of processes can read it meanwhile.
class Workspace {
public:
    enum class IfMissing { Create, Fail };

    /// Throws Error(Workspace) if there is no such file or folder, or if the file is not a RecScope workspace, was
    /// written by a newer version, or is read-only. Throws WorkspaceInUse if another process or the workers of a plan
    /// are writing to it. In all these cases the file is not changed. Waits up to `patience` for another process to
    /// stop writing.
    static Workspace open(const std::filesystem::path& path, IfMissing ifMissing = IfMissing::Create,
                          std::chrono::milliseconds patience = std::chrono::seconds(2));

    /// Opens an existing workspace for reading only, even while another process writes to it. If no process does, an
    /// older file is first brought up to date, as by `open`. Throws for the same reasons as `open`, except that another
    /// process may write; throws WorkspaceInUse only if that process is another version of RecScope, whose tables
    /// differ.
    static Workspace openToRead(const std::filesystem::path& path);

    /// Opens a workspace for a worker, that is, one of several processes that train the runs of a plan. Workers write
    /// in turn: a transaction waits until those of the other workers have ended. While a worker is alive, no process
    /// can write alone. Throws for the same reasons as `open`.
    static Workspace openToShare(const std::filesystem::path& path, IfMissing ifMissing = IfMissing::Create);

    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

    /// Opens another connection to the same file with the same rights, for another thread of this process.
    Workspace anotherConnection() const;

    bool isReadOnly() const;
    /// The id of this worker; empty unless the workspace was opened by `openToShare`.
    std::string worker() const;
    /// A number that changes whenever another connection, of this or another process, has written to the file.
    std::int64_t version();

    const std::filesystem::path& path() const;

    struct Connection;  ///< the SQLite connection, private to core/store
    Connection& connection() { return *m_connection; }

private:
    explicit Workspace(std::unique_ptr<Connection> connection);
    enum class Purpose { WriteAlone, Share };
    static Workspace openFor(Purpose purpose, const std::filesystem::path& path, IfMissing ifMissing,
                             std::chrono::milliseconds patience);
    static Workspace openReader(const std::filesystem::path& path);
    static Workspace openSharer(const std::filesystem::path& path, std::shared_ptr<WorkerPresence> worker);
    std::unique_ptr<Connection> m_connection;
};

}  // namespace recscope
