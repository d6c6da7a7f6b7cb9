// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/rendezvous_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "core/distributed/rank_info.h"
#include "core/util/error.h"
#include "core/util/sha256.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The fields of /proc/PID/stat, proc(5), from the third field on. The second field, the process name in parentheses,
/// may contain any characters, so the third field is found by the last ")".
std::vector<std::string> statOf(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::stringstream all;
    all << file.rdbuf();
    const std::string text = all.str();
    const std::size_t nameEnd = text.rfind(')');
    if (nameEnd == std::string::npos) return {};
    std::istringstream fields(text.substr(nameEnd + 1));
    return {std::istream_iterator<std::string>(fields), {}};
}

constexpr std::size_t kParent = 4 - 3, kStart = 22 - 3;  // indices in `statOf`

/// Whether a process was started with this environment variable; false if its environment is not readable.
bool wasGiven(pid_t process, const std::string& variable) {
    std::ifstream file("/proc/" + std::to_string(process) + "/environ", std::ios::binary);
    for (std::string entry; std::getline(file, entry, '\0');)
        if (entry.starts_with(variable + "=")) return true;
    return false;
}

/// Identifies the launcher, which is the nearest ancestor process without the rank variable. Wrappers, such as `sh -c`
/// or a script that does not end in `exec`, have the rank variable of the process they start. The start time, in clock
/// ticks since boot, is appended because process IDs are reused.
std::string launcherId(const std::string& rankVariable) {
    pid_t process = ::getppid();
    std::vector<std::string> stat = statOf(process);
    while (!rankVariable.empty() && process > 1 && stat.size() > kStart && wasGiven(process, rankVariable)) {
        process = static_cast<pid_t>(std::atol(stat[kParent].c_str()));
        stat = statOf(process);
    }
    return std::to_string(process) + " " + (stat.size() > kStart ? stat[kStart] : "");
}

}  // namespace

RendezvousFile::RendezvousFile(const RankInfo& rankInfo) {
    const std::string name = launcherId(rankInfo.rankVariable) + " " + rankInfo.launch;
    m_path = std::filesystem::temp_directory_path() /
             ("recscope-team-" + std::to_string(::geteuid()) + "-" + sha256Of(name).substr(0, 16));
}

void RendezvousFile::write(std::uint16_t port) const {
    const std::filesystem::path draft = m_path.string() + ".new";
    ::unlink(draft.c_str());
    const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const std::string text = std::to_string(port) + "\n";
    const bool isWritten = file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int failure = errno;
    if (file >= 0) ::close(file);
    if (!isWritten || ::rename(draft.c_str(), m_path.c_str()) != 0)
        throw Error(ErrorKind::Input,
                    translated("The processes of this run could not share their port: {} cannot be written ({}).",
                               draft.string(), std::strerror(isWritten ? errno : failure)),
                    translated("Set TMPDIR to a folder you may write to."));
}

std::optional<std::uint16_t> RendezvousFile::read() const {
    const int file = ::open(m_path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) return std::nullopt;
    struct stat status {};
    char text[16] = {};
    const bool isOurs = ::fstat(file, &status) == 0 && status.st_uid == ::geteuid();
    const bool isRead = isOurs && ::read(file, text, sizeof text - 1) > 0;
    ::close(file);
    const int port = isRead ? std::atoi(text) : 0;
    return port > 0 && port <= 65535 ? std::optional(static_cast<std::uint16_t>(port)) : std::nullopt;
}

void RendezvousFile::remove() const {
    ::unlink(m_path.c_str());
}

}  // namespace recscope
