// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/spawned_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "core/util/error.h"
#include "core/util/translated.h"

extern char** environ;  // NOLINT: POSIX names it so

namespace recscope {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    close();
    m_number = std::exchange(other.m_number, -1);
    return *this;
}

void Descriptor::close() {
    if (m_number >= 0) ::close(m_number);
    m_number = -1;
}

std::pair<Descriptor, Descriptor> connectedSockets() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw Error(ErrorKind::Input, translated("The system refused to open a connection to another program."),
                    translated("Close other programs and try again."));
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool receiveAvailable(const Descriptor& from, std::string& text) {
    std::array<char, 65536> bytes;
    const ssize_t count = ::recv(from.number(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

SpawnedProcess::SpawnedProcess(const std::vector<std::string>& words, int input, int output, int messages,
                               const std::string& hint) {
    std::vector<std::string> copy = words;
    std::vector<char*> arguments;
    for (std::string& word : copy) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    if (input >= 0)
        ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    else
        ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    // Closes the files that this process happens to have open: the standard library does not mark them close-on-exec.
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    const int failure = ::posix_spawnp(&m_pid, arguments[0], &actions, &attributes, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (failure != 0) {
        m_pid = -1;
        throw Error(ErrorKind::Input, translated("The program \"{}\" could not be started.", words.front()), hint);
    }
}

void SpawnedProcess::kill() {
    if (m_pid <= 0) return;
    ::kill(-m_pid, SIGKILL);
    wait();
}

ProcessEnd SpawnedProcess::wait() {
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) continue;
    m_pid = -1;
    if (WIFEXITED(status)) return {.exitCode = WEXITSTATUS(status)};
    return {.exitCode = -1, .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

bool SpawnedProcess::hasEnded() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == m_pid;
}

}  // namespace recscope
