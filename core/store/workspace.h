// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

namespace recscope {

/// A connection to one workspace: a SQLite file with datasets, runs and weights. Not thread-safe: each thread opens its
/// own connection with `another()`. Only one process at a time can use the file, which a lock file beside it ensures.
class Workspace {
public:
    enum class IfMissing { Create, Fail };

    /// Throws Error(Workspace) if there is no such file or folder, or if the file is not a RecScope workspace, was
    /// written by a newer version, is read-only, or is in use by another process. In these cases the file is not
    /// changed.
    static Workspace open(const std::filesystem::path& path, IfMissing ifMissing = IfMissing::Create);

    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

    /// Opens another connection to the same file, for another thread of this process.
    Workspace another() const;

    const std::filesystem::path& path() const;

    struct Connection;  ///< the SQLite connection, private to core/store
    Connection& connection() { return *m_connection; }

private:
    explicit Workspace(std::unique_ptr<Connection> connection);
    std::unique_ptr<Connection> m_connection;
};

}  // namespace recscope
