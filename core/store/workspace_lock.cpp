// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

struct Held {
    int descriptor = -1;
    int connections = 0;
};

// The locks that this process holds. The mutex also protects their counts, so that no thread shares a lock that another
// thread is releasing.
std::mutex registryMutex;
std::map<std::filesystem::path, Held> registry;

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

/// Takes the lock and returns its descriptor.
int takeLock(const std::filesystem::path& workspace) {
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
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK) {
                const std::string reason = std::strerror(errno);
                ::close(descriptor);
                ::unlink(path.c_str());
                throwNoLocks(workspace, reason);
            }
            const std::string owner = ownerOf(descriptor);
            ::close(descriptor);
            throw Error(ErrorKind::Workspace,
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

WorkspaceLock::WorkspaceLock(const std::filesystem::path& workspace, const std::function<void()>& inspect)
    : m_workspace(workspace) {
    const std::scoped_lock guard(registryMutex);
    const auto known = registry.find(workspace);
    if (known != registry.end()) {
        ++known->second.connections;
        return;
    }
    inspect();
    registry.emplace(workspace, Held{takeLock(workspace), /*connections=*/1});
}

WorkspaceLock::~WorkspaceLock() {
    const std::scoped_lock guard(registryMutex);
    const auto known = registry.find(m_workspace);
    if (--known->second.connections > 0) return;
    ::unlink(lockPath(m_workspace).c_str());
    ::flock(known->second.descriptor, LOCK_UN);  // a child made by fork may still hold a copy of the descriptor
    ::close(known->second.descriptor);
    registry.erase(known);
}

}  // namespace recscope
