// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker_processes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "app/cli/plan_stop.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

[[noreturn]] void failToStart(int reason) {
    throw Error(ErrorKind::Input, translated("A worker could not be started: {}.", std::strerror(reason)),
                translated("Close other programs and try again."));
}

/// A process whose standard error is relayed line by line, each line with the name of the worker. Because its standard
/// error is not a terminal, the process reports its progress only once a minute, unless `--progress-every` says
/// otherwise.
class WorkerProcess {
public:
    explicit WorkerProcess(const WorkerCommand& command) : m_name(command.name) {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) failToStart(errno);
        ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
        std::vector<std::string> arguments = {"recscope-cli"};
        arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
        std::vector<char*> words;
        for (std::string& argument : arguments) words.push_back(argument.data());
        words.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
        const int failure = ::posix_spawn(&m_process, "/proc/self/exe", &actions, nullptr, words.data(), environ);
        ::posix_spawn_file_actions_destroy(&actions);
        ::close(ends[1]);
        m_messages = ends[0];
        if (failure == 0) return;
        ::close(m_messages);
        failToStart(failure);
    }
    ~WorkerProcess() {
        if (m_messages >= 0) ::close(m_messages);
    }
    WorkerProcess(WorkerProcess&& other) noexcept
        : m_name(std::move(other.m_name)),
          m_process(other.m_process),
          m_messages(std::exchange(other.m_messages, -1)),
          m_line(std::move(other.m_line)),
          m_exitCode(other.m_exitCode) {}
    WorkerProcess& operator=(WorkerProcess&&) = delete;

    std::optional<int> exitCode() const { return m_exitCode; }  ///< unset while it runs

    /// Relays what the process has written since the last call, and checks whether it has ended.
    void poll() {
        if (m_exitCode) return;
        int status = 0;
        const bool hasEnded = ::waitpid(m_process, &status, WNOHANG) == m_process;
        relay();
        constexpr int kKilled = 128;
        if (hasEnded) m_exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : kKilled + WTERMSIG(status);
    }
    void requestStop() const {
        if (m_exitCode || isStopping(m_process)) return;
        ::kill(m_process, SIGINT);
        ::kill(m_process, SIGCONT);
    }

private:
    void relay() {
        std::array<char, 4096> bytes{};
        for (ssize_t count; (count = ::read(m_messages, bytes.data(), bytes.size())) > 0;)
            m_line.append(bytes.data(), static_cast<std::size_t>(count));
        for (std::size_t end; (end = m_line.find('\n')) != std::string::npos; m_line.erase(0, end + 1))
            fmt::print(stderr, "{}{}{}\n", m_name, m_name.empty() ? "" : ": ", m_line.substr(0, end));
    }

    std::string m_name;
    pid_t m_process = 0;
    int m_messages = -1;  ///< descriptor to read the standard error of the process
    std::string m_line;   ///< the beginning of a line whose end has not been received yet
    std::optional<int> m_exitCode;
};

/// Waits until all processes have ended. Ctrl-C and `plan stop` may already have signalled the processes directly, and
/// a process that receives two signals is killed. After a stop request, this function therefore waits one second and
/// then signals only the processes that have not been signalled yet.
void waitForAll(std::vector<WorkerProcess>& processes, const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kPollInterval(50);
    constexpr std::chrono::seconds kGrace(1);
    std::optional<std::chrono::steady_clock::time_point> stoppedAt;
    for (bool isRunning = true; isRunning;) {
        std::this_thread::sleep_for(kPollInterval);
        if (stop.stop_requested() && !stoppedAt) stoppedAt = std::chrono::steady_clock::now();
        isRunning = false;
        for (WorkerProcess& process : processes) {
            process.poll();
            isRunning = isRunning || !process.exitCode();
            if (stoppedAt && std::chrono::steady_clock::now() - *stoppedAt > kGrace) process.requestStop();
        }
    }
}

}  // namespace

std::vector<int> runWorkers(const std::vector<WorkerCommand>& commands, const std::stop_token& stop) {
    std::vector<WorkerProcess> processes;
    try {
        for (const WorkerCommand& command : commands) processes.emplace_back(command);
    } catch (const Error&) {
        std::stop_source now;
        now.request_stop();
        waitForAll(processes, now.get_token());
        throw;
    }
    waitForAll(processes, stop);
    std::vector<int> exitCodes;
    for (const WorkerProcess& process : processes) exitCodes.push_back(*process.exitCode());
    return exitCodes;
}

}  // namespace recscope::cli
