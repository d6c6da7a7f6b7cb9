// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/team/meeting_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "core/util/error.h"
#include "core/util/sha256.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// When the parent was started, in ticks since the system was: a process number alone is used again. Field 22 of
/// proc(5)'s stat, counted behind the name, which may hold anything.
std::string parentStart() {
    std::ifstream file("/proc/" + std::to_string(::getppid()) + "/stat");
    std::stringstream all;
    all << file.rdbuf();
    const std::string text = all.str();
    const std::size_t nameEnd = text.rfind(')');
    if (nameEnd == std::string::npos) return {};
    std::istringstream fields(text.substr(nameEnd + 1));
    std::string field;
    for (int i = 3; i <= 22; ++i) fields >> field;
    return field;
}

}  // namespace

MeetingFile::MeetingFile(const std::string& launch) {
    const std::string name = std::to_string(::getppid()) + " " + parentStart() + " " + launch;
    m_path = std::filesystem::temp_directory_path() /
             ("recscope-team-" + std::to_string(::geteuid()) + "-" + sha256Of(name).substr(0, 16));
}

void MeetingFile::write(std::uint16_t port) const {
    const std::filesystem::path draft = m_path.string() + ".new";
    ::unlink(draft.c_str());
    const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const std::string text = std::to_string(port) + "\n";
    const bool isWritten = file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int failure = errno;
    if (file >= 0) ::close(file);
    if (!isWritten || ::rename(draft.c_str(), m_path.c_str()) != 0)
        throw Error(
            ErrorKind::Input,
            translated(
                "The processes of this run could not tell each other where they meet: {} cannot be written ({}).",
                draft.string(), std::strerror(isWritten ? errno : failure)),
            translated("Set TMPDIR to a folder you may write to."));
}

std::optional<std::uint16_t> MeetingFile::read() const {
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

void MeetingFile::remove() const {
    ::unlink(m_path.c_str());
}

}  // namespace recscope
