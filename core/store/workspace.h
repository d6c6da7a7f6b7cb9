// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

namespace recscope {

/// A connection to one workspace: a SQLite file with datasets, runs and weights. Not thread-safe: each thread opens a
/// connection of its own with `another()`. The file belongs to one process at a time (a lock beside it).
class Workspace {
public:
    enum class IfMissing { Create, Fail };

    /// Throws Error(Workspace) with a sentence for: no such file or folder, not a RecScope workspace, written by a
    /// newer version, read-only, in use by another process. The file is not changed in these cases.
    static Workspace open(const std::filesystem::path& path, IfMissing ifMissing = IfMissing::Create);

    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

    /// A second connection to the same file, for another thread of this process.
    Workspace another() const;

    const std::filesystem::path& path() const;

    struct Connection;  ///< the SQLite connection, private to core/store
    Connection& connection() { return *m_connection; }

private:
    explicit Workspace(std::unique_ptr<Connection> connection);
    std::unique_ptr<Connection> m_connection;
};

}  // namespace recscope
