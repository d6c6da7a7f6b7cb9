// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/worker_presence.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <system_error>

#include "core/store/workspace_lock.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* kInfix = ".worker-";

fs::path fileOf(const fs::path& workspace, const std::string& id) {
    return workspace.string() + kInfix + id;
}

std::string newId() {
    std::random_device random;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

/// The process id of the worker if it is alive; otherwise 0, and the file is removed. Throws Error(Workspace) if this
/// cannot be determined: if a living worker were taken for dead, its run would be trained twice.
int processOf(const fs::path& workspace, const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        if (errno == ENOENT) return 0;
        throw Error(ErrorKind::Workspace,
                    translated("The workspace {} cannot be read: {}.", file.string(), std::strerror(errno)),
                    translated("Check the permissions of the file."));
    }
    char text[32] = {};
    const int failure = ::flock(descriptor, LOCK_SH | LOCK_NB) == 0 ? 0 : errno;
    const ssize_t length = ::pread(descriptor, text, sizeof text - 1, 0);
    if (failure == 0) ::unlink(file.c_str());
    ::close(descriptor);
    if (failure != 0 && failure != EWOULDBLOCK) throwNoLocks(workspace, std::strerror(failure));
    return failure != 0 && length > 0 ? std::atoi(text) : 0;
}

}  // namespace

WorkerPresence::WorkerPresence(const fs::path& workspace) {
    struct stat opened = {}, named = {};
    do {
        if (m_descriptor >= 0) ::close(m_descriptor);
        m_id = newId();
        m_file = fileOf(workspace, m_id);
        m_descriptor = ::open(m_file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        const std::string owner = fmt::format("{}\n", ::getpid());
        if (m_descriptor < 0 || ::write(m_descriptor, owner.data(), owner.size()) < 0) {
            const std::string reason = std::strerror(errno);
            if (m_descriptor >= 0) ::close(m_descriptor);
            throw Error(
                ErrorKind::Workspace,
                translated("The folder of the workspace cannot be written: {} ({}).", workspace.parent_path().string(),
                           reason),
                translated("RecScope keeps a small lock file beside the workspace. Choose a folder you can write to."));
        }
        if (::flock(m_descriptor, LOCK_EX) != 0) {
            const std::string reason = std::strerror(errno);
            ::close(m_descriptor);
            ::unlink(m_file.c_str());
            throwNoLocks(workspace, reason);
        }
        // Repeats if another process has removed the file before it was locked, taking it for that of a dead worker.
    } while (::fstat(m_descriptor, &opened) != 0 || ::stat(m_file.c_str(), &named) != 0 ||
             opened.st_ino != named.st_ino);
}

WorkerPresence::~WorkerPresence() {
    ::unlink(m_file.c_str());
    ::flock(m_descriptor, LOCK_UN);  // a child made by fork may still hold a copy of the descriptor
    ::close(m_descriptor);
}

std::vector<LiveWorker> WorkerPresence::live(const fs::path& given) {
    std::vector<LiveWorker> workers;
    std::error_code failure;
    const fs::path canonical = fs::weakly_canonical(fs::absolute(given), failure);
    const fs::path workspace = failure ? given : canonical;
    const std::string stem = workspace.filename().string() + kInfix;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(workspace.parent_path(), ignored)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(stem)) continue;
        if (const int process = processOf(workspace, entry.path()))
            workers.push_back({name.substr(stem.size()), process});
    }
    return workers;
}

bool WorkerPresence::isAlive(const fs::path& workspace, const std::string& id) {
    return processOf(workspace, fileOf(workspace, id)) != 0;
}

}  // namespace recscope
