// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <tuple>
#include <utility>

#include "core/util/error.h"
#include "core/util/translated.h"

extern char** environ;  // NOLINT: POSIX names it so

namespace recscope {

namespace {

constexpr int kAskEvery = 100;  // longest wait between two calls of `goesOn`, in milliseconds
constexpr std::size_t kKeptMessages = 8192;

/// A file descriptor that is closed on destruction.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        close();
        m_number = std::exchange(other.m_number, -1);
        return *this;
    }
    ~Descriptor() { close(); }

    void close() {
        if (m_number >= 0) ::close(m_number);
        m_number = -1;
    }
    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }

private:
    int m_number = -1;
};

/// A connected pair of sockets. With a socket, unlike with a pipe, a write to a closed end can be kept from raising
/// SIGPIPE.
std::pair<Descriptor, Descriptor> connected() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw Error(ErrorKind::Input, translated("The system refused to open a connection to another program."),
                    translated("Close other programs and try again."));
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// The child process; the destructor kills it unless it has ended.
class Child {
public:
    Child(const std::vector<std::string>& words, int input, int output, int messages) {
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
        posix_spawnattr_t attributes;
        ::posix_spawnattr_init(&attributes);
        // In a separate process group the child does not receive Ctrl-C from the terminal; this program handles it.
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
            throw Error(ErrorKind::Input, translated("The program \"{}\" could not be started.", words.front()),
                        translated("Is it installed? On Debian and Ubuntu: apt-get install openssh-client."));
        }
    }
    ~Child() { kill(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void kill() {
        if (m_pid <= 0) return;
        ::kill(-m_pid, SIGKILL);
        wait();
    }
    int wait() {
        int status = 0;
        while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) continue;
        m_pid = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    bool hasEnded() const {
        siginfo_t info{};
        return ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
               info.si_pid == m_pid;
    }

private:
    pid_t m_pid = -1;
};

/// Appends the available bytes to `text`; returns false at the end of the stream.
bool readSome(const Descriptor& from, std::string& text) {
    std::array<char, 65536> bytes;
    const ssize_t count = ::recv(from.number(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

/// Writes the bytes that `waiting` holds, or else the next ones from `more`; closes `to` if there are no more or the
/// reader is gone.
void writeSome(Descriptor& to, std::string& waiting, const std::function<std::string()>& more) {
    if (waiting.empty()) waiting = more();
    if (waiting.empty()) return to.close();
    const ssize_t count = ::send(to.number(), waiting.data(), waiting.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0)
        waiting.erase(0, static_cast<std::size_t>(count));
    else if (errno != EAGAIN && errno != EINTR)
        to.close();
}

}  // namespace

ChildEnd runChild(const std::vector<std::string>& words, const ChildCalls& calls) {
    auto [output, outputThere] = connected();
    auto [messages, messagesThere] = connected();
    Descriptor input, inputThere;
    if (calls.input) std::tie(input, inputThere) = connected();
    Child child(words, inputThere.number(), outputThere.number(), messagesThere.number());
    for (Descriptor* theirs : {&inputThere, &outputThere, &messagesThere}) theirs->close();

    ChildEnd end;
    std::string waiting, stated;
    while (output.isOpen() || messages.isOpen()) {
        if (calls.goesOn && !calls.goesOn()) {
            child.kill();
            end.ended = true;
            return end;
        }
        std::array<pollfd, 3> watched = {{{output.number(), POLLIN, 0},
                                          {messages.number(), POLLIN, 0},
                                          {input.number(), POLLOUT, 0}}};  // poll ignores a descriptor of -1
        // Also checks whether the child has ended, because waiting for the end of its output is not enough: the master
        // connection that ssh keeps open (ControlPersist) does not close the standard error that it has inherited.
        const bool ended = child.hasEnded();
        if (::poll(watched.data(), watched.size(), kAskEvery) <= 0) {
            if (ended) break;
            continue;
        }
        if (watched[0].revents != 0) {
            stated.clear();
            if (!readSome(output, stated)) output.close();
            if (!stated.empty() && calls.output) calls.output(stated);
        }
        if (watched[1].revents != 0 && !readSome(messages, end.messages)) messages.close();
        if (end.messages.size() > kKeptMessages) end.messages.erase(0, end.messages.size() - kKeptMessages);
        if (watched[2].revents != 0) writeSome(input, waiting, calls.input);
    }
    end.exitCode = child.wait();
    return end;
}

}  // namespace recscope
