// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace recscope {

/// One of several processes that train the runs of a plan.
struct LiveWorker {
    std::string id;
    int process = 0;  ///< process id
};

/// Shows other processes that a worker uses a workspace, as long as this object lives. It holds an exclusive `flock` on
/// "<workspace>.worker-<id>", which the system releases if the process dies for any reason. A suspended worker counts
/// as alive.
class WorkerPresence {
public:
    /// Throws Error(Workspace) if the file system supports no locks or the folder cannot be written.
    explicit WorkerPresence(const std::filesystem::path& workspace);
    WorkerPresence(const WorkerPresence&) = delete;
    WorkerPresence& operator=(const WorkerPresence&) = delete;
    ~WorkerPresence();

    const std::string& id() const { return m_id; }  ///< 32 hexadecimal digits, unique

    /// The living workers of a workspace. Removes the files of dead ones. Throws Error(Workspace) if a file cannot be
    /// read or locked.
    static std::vector<LiveWorker> live(const std::filesystem::path& workspace);
    /// Like `live`, for one worker.
    static bool isAlive(const std::filesystem::path& workspace, const std::string& id);

private:
    std::filesystem::path m_file;
    std::string m_id;
    int m_descriptor = -1;
};

}  // namespace recscope
