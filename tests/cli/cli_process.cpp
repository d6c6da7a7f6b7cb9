// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_process.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace recscope::test {

namespace {

std::string contentOf(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream content;
    content << stream.rdbuf();
    return content.str();
}

void redirect(const std::string& path, int descriptor) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(file, descriptor);
    ::close(file);
}

/// Binds this process to one core: the n-th of those that it may use, counted from 0 and modulo their number.
void bindTo(int n) {
    cpu_set_t usable, selected;
    CPU_ZERO(&selected);
    if (::sched_getaffinity(0, sizeof usable, &usable) != 0) return;
    n %= CPU_COUNT(&usable);
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &usable) && n-- == 0) CPU_SET(core, &selected);
    ::sched_setaffinity(0, sizeof selected, &selected);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "recscope-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& content) const {
    std::ofstream(m_path / name, std::ios::binary) << content;
    return path(name);
}

std::vector<Json> Outcome::events() const {
    std::vector<Json> all;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
    return all;
}

CliProcess::CliProcess(const Arguments& arguments, std::uint64_t maxFileBytes)
    : CliProcess(arguments, ProcessContext{.maxFileBytes = maxFileBytes, .environment = {}, .networkNamespace = {}}) {}

CliProcess::CliProcess(const Arguments& arguments, const ProcessContext& context) {
    Arguments all;
    // With a second command after "$@" the shell must start the program as a child; otherwise it may exec it.
    if (context.inShell) all = {"/bin/sh", "-c", "\"$@\"; exit $?", "sh"};
    all.emplace_back(RECSCOPE_CLI);
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& argument : all) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string out = m_folder.path("out"), err = m_folder.path("err");
    m_pid = ::fork();
    if (m_pid != 0) return;
    redirect(out, STDOUT_FILENO);
    redirect(err, STDERR_FILENO);
    ::setenv("XDG_DATA_HOME", m_folder.path("data").c_str(), 1);
    for (const auto& [name, value] : context.environment) ::setenv(name.c_str(), value.c_str(), 1);
    if (!context.networkNamespace.empty()) {
        const int descriptor = ::open(("/run/netns/" + context.networkNamespace).c_str(), O_RDONLY | O_CLOEXEC);
        if (::setns(descriptor, CLONE_NEWNET) != 0) ::_exit(126);
    }
    if (context.core >= 0) bindTo(context.core);
    if (context.maxFileBytes > 0) {
        std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit fails instead of killing the process
        const rlimit limit{context.maxFileBytes, context.maxFileBytes};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ::execv(argv.front(), argv.data());
    ::_exit(127);
}

CliProcess::~CliProcess() {
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
}

bool CliProcess::waitForOutput(const std::string& text) {
    while (contentOf(m_folder.path("out")).find(text) == std::string::npos) {
        siginfo_t info{};
        const bool ended =
            ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == m_pid;
        if (ended) return contentOf(m_folder.path("out")).find(text) != std::string::npos;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

void CliProcess::send(int signal) const {
    ::kill(m_pid, signal);
}

Outcome CliProcess::wait() {
    int status = 0;
    ::waitpid(m_pid, &status, 0);
    m_pid = -1;
    Outcome outcome;
    if (WIFEXITED(status)) outcome.exitCode = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    outcome.out = contentOf(m_folder.path("out"));
    outcome.err = contentOf(m_folder.path("err"));
    return outcome;
}

Outcome runCli(const Arguments& arguments, std::uint64_t maxFileBytes) {
    return CliProcess(arguments, maxFileBytes).wait();
}

}  // namespace recscope::test
