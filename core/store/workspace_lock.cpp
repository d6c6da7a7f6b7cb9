// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

struct Connections {
    int descriptor = -1;  ///< descriptor of the lock file; open and locked while there are writers
    int writers = 0, readers = 0;
};

// The workspaces that this process has open. The mutex also protects the counts, so that no thread shares a lock that
// another thread is releasing.
std::mutex registryMutex;
std::map<std::filesystem::path, Connections> registry;

std::filesystem::path lockPath(const std::filesystem::path& workspace) {
    return workspace.string() + ".lock";
}

std::string ownerOf(int descriptor) {
    char text[32] = {};
    const ssize_t length = ::pread(descriptor, text, sizeof text - 1, 0);
    const std::string_view owner = trimmed({text, length > 0 ? static_cast<std::size_t>(length) : 0});
    return owner.empty() ? std::string() : translated(" (process {})", owner);
}

/// False if the file was removed or replaced between opening and locking it.
bool isStillThere(int descriptor, const std::filesystem::path& path) {
    struct stat opened = {}, named = {};
    return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

/// 0 if the lock was taken before the deadline, otherwise the error number of `flock`.
int lockBefore(std::chrono::steady_clock::time_point deadline, int descriptor) {
    constexpr std::chrono::milliseconds kRetryEvery(20);
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const int failure = errno;
        if (failure != EWOULDBLOCK || std::chrono::steady_clock::now() + kRetryEvery > deadline) return failure;
        std::this_thread::sleep_for(kRetryEvery);
    }
    return 0;
}

/// Takes the lock and returns its descriptor.
int takeLock(const std::filesystem::path& workspace, std::chrono::milliseconds patience) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    const std::filesystem::path path = lockPath(workspace);
    int descriptor = -1;
    do {
        if (descriptor >= 0) ::close(descriptor);
        descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (descriptor < 0) {
            const std::string reason = std::strerror(errno);
            throw Error(
                ErrorKind::Workspace,
                translated("The folder of the workspace cannot be written: {} ({}).", workspace.parent_path().string(),
                           reason),
                translated("RecScope keeps a small lock file beside the workspace. Choose a folder you can write to."));
        }
        if (const int failure = lockBefore(deadline, descriptor); failure != 0) {
            if (failure != EWOULDBLOCK) {
                const std::string reason = std::strerror(failure);
                ::close(descriptor);
                ::unlink(path.c_str());
                throwNoLocks(workspace, reason);
            }
            const std::string owner = ownerOf(descriptor);
            ::close(descriptor);
            throw WorkspaceInUse(
                ErrorKind::Workspace,
                translated("The workspace {} is in use by another process{}.", workspace.string(), owner),
                translated("Close the other RecScope first, or open another workspace."));
        }
    } while (!isStillThere(descriptor, path));
    const std::string owner = fmt::format("{}\n", ::getpid());
    // The process id only improves an error message: a full disk must not prevent opening the workspace.
    [[maybe_unused]] const bool written =
        ::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, owner.data(), owner.size(), 0) > 0;
    return descriptor;
}

}  // namespace

void throwNoLocks(const std::filesystem::path& workspace, const std::string& reason) {
    throw Error(
        ErrorKind::Workspace,
        translated("Files cannot be locked in {} ({}).", workspace.parent_path().string(), reason),
        translated("A network folder may lack its lock service. Keep the workspace on a disk of this computer."));
}

std::optional<int> WorkspaceLock::holder(const std::filesystem::path& workspace) {
    std::error_code failure;
    const std::filesystem::path file = std::filesystem::weakly_canonical(std::filesystem::absolute(workspace), failure);
    const int descriptor = ::open(lockPath(failure ? workspace : file).c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return {};
    char text[32] = {};
    const bool isHeld = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    const ssize_t length = ::pread(descriptor, text, sizeof text - 1, 0);
    ::close(descriptor);
    const int process = std::atoi(text);
    return isHeld && length > 0 && process > 0 ? std::optional(process) : std::nullopt;
}

WorkspaceLock::WorkspaceLock(const std::filesystem::path& workspace, Access access, std::chrono::milliseconds patience,
                             const std::function<void()>& inspect)
    : m_workspace(workspace), m_access(access) {
    const std::scoped_lock guard(registryMutex);
    const auto known = registry.find(workspace);
    if (known == registry.end()) inspect();
    Connections open = known == registry.end() ? Connections() : known->second;
    if (access == Access::Read) {
        ++open.readers;
    } else {
        m_wasFirst = open.writers == 0;
        if (m_wasFirst) open.descriptor = takeLock(workspace, patience);
        ++open.writers;
    }
    registry[workspace] = open;
}

WorkspaceLock::~WorkspaceLock() {
    const std::scoped_lock guard(registryMutex);
    const auto known = registry.find(m_workspace);
    Connections& open = known->second;
    if (m_access == Access::Read) {
        --open.readers;
    } else if (--open.writers == 0) {
        ::unlink(lockPath(m_workspace).c_str());
        ::flock(open.descriptor, LOCK_UN);  // a child made by fork may still hold a copy of the descriptor
        ::close(open.descriptor);
        open.descriptor = -1;
    }
    if (open.writers == 0 && open.readers == 0) registry.erase(known);
}

}  // namespace recscope
