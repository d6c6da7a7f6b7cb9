// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_stop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/cli/cli_context.h"
#include "core/plan/plan.h"
#include "core/store/default_workspace.h"
#include "core/store/worker_presence.h"
#include "core/store/workspace_lock.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

/// The command line of the process, beginning with its program; empty if the process does not exist any more.
std::vector<std::string> commandLineOf(int process) {
    std::ifstream file(fmt::format("/proc/{}/cmdline", process), std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string argument; std::getline(file, argument, '\0');) arguments.push_back(argument);
    return arguments;
}

/// The subcommands of a recscope-cli process (e.g. "plan", "run") and all other arguments that do not begin with "-",
/// values of options included, except that of --workspace.
std::vector<std::string> subcommandsOf(const std::vector<std::string>& arguments) {
    std::vector<std::string> words;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        if (arguments[i] == "--workspace")
            ++i;  // skips its value
        else if (!arguments[i].starts_with("-"))
            words.push_back(arguments[i]);
    }
    return words;
}

[[noreturn]] void failNothingRuns(const std::filesystem::path& workspace) {
    throw Error(ErrorKind::Usage, translated("No process is using {} now.", workspace.string()),
                translated("To continue a stopped plan: recscope-cli plan resume PLAN"));
}

/// Whether an argument of another process refers to the requested plan: by the same name, or by a path to the same
/// file. A relative path is resolved against the working directory of that process.
bool isPlan(const std::string& argument, const std::string& plan, int process) {
    if (argument == plan) return true;
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::read_symlink(fmt::format("/proc/{}/cwd", process), failure);
    return !failure && std::filesystem::equivalent(folder / argument, plan, failure);
}

/// The processes that may run a plan in the workspace: its workers or, if there are none, the process that holds the
/// write lock.
std::set<int> planProcesses(const std::filesystem::path& workspace) {
    std::set<int> processes;
    for (const LiveWorker& worker : WorkerPresence::live(workspace)) processes.insert(worker.process);
    if (const auto process = WorkspaceLock::holder(workspace); process && processes.empty()) processes.insert(*process);
    return processes;
}

/// Throws Error(Usage) if the process does not run the requested plan; an empty `plan` means any plan.
void requirePlan(const std::filesystem::path& workspace, int process, const std::string& plan) {
    const std::vector<std::string> arguments = commandLineOf(process);
    if (arguments.empty()) failNothingRuns(workspace);
    const std::string program = std::filesystem::path(arguments.front()).filename().string();
    const std::vector<std::string> words = subcommandsOf(arguments);
    const bool isTry = program == "recscope-cli" && !words.empty() && words[0] == "try";
    const bool runsPlan = isTry || (program == "recscope-cli" && words.size() > 1 && words[0] == "plan" &&
                                    (words[1] == "run" || words[1] == "resume"));
    if (!runsPlan) {
        const bool isCli = program == "recscope-cli" && !words.empty();
        throw Error(ErrorKind::Usage,
                    translated("{} is open in {}, which runs no plan.", workspace.string(),
                               isCli ? program + " " + words.front() : program),
                    translated("Quit that program."));
    }
    const bool isRequested = plan.empty() || (isTry && plan == kUsualFive) ||
                             std::any_of(words.begin() + 1, words.end(),
                                         [&](const std::string& word) { return isPlan(word, plan, process); });
    if (!isRequested)
        throw Error(ErrorKind::Usage,
                    translated("Process {} runs another plan: {}.", process, fmt::join(arguments, " ")),
                    translated("Stop it with: recscope-cli plan stop"));
}

/// False if the process has ended already.
bool stopProcess(const CliContext& context, int process) {
    if (isStopping(process)) {
        if (context.json)
            context.print({{"process", process}, {"state", "stopping already"}});
        else
            fmt::print(stdout, "{}\n", translated("Process {} is already stopping.", process));
        return true;
    }
    if (::kill(process, SIGINT) != 0) {
        if (errno == ESRCH) return false;
        throw Error(ErrorKind::Usage, translated("Process {} cannot be stopped: {}.", process, std::strerror(errno)),
                    translated("Stop it as the user who started it."));
    }
    ::kill(process, SIGCONT);  // wakes a process suspended by Ctrl-Z; has no effect on a running one
    if (context.json)
        context.print({{"process", process}, {"state", "asked to stop"}});
    else
        fmt::print(stdout, "{}\n", translated("Process {} was asked to stop; what was trained is kept.", process));
    return true;
}

}  // namespace

bool isStopping(int process) {
    std::ifstream file(fmt::format("/proc/{}/status", process));
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("SigCgt:")) continue;
        const std::uint64_t caught = std::strtoull(line.c_str() + std::strlen("SigCgt:"), nullptr, 16);
        return (caught >> (SIGINT - 1) & 1) == 0;
    }
    return false;
}

void stopPlan(const CliContext& context, const std::string& plan) {
    const std::filesystem::path workspace = context.path().first;
    std::optional<Error> problem;
    std::vector<int> requested;
    for (const int process : planProcesses(workspace)) {
        try {
            requirePlan(workspace, process, plan);
            requested.push_back(process);
        } catch (const Error& error) {
            problem = error;
        }
    }
    if (requested.empty() && problem) throw *problem;
    // If one process cannot be stopped, the other processes are stopped nevertheless.
    bool isStopped = false;
    problem.reset();
    for (const int process : requested) {
        try {
            isStopped |= stopProcess(context, process);
        } catch (const Error& error) {
            problem = error;
        }
    }
    if (problem) throw *problem;
    if (!isStopped) failNothingRuns(workspace);
}

}  // namespace recscope::cli
