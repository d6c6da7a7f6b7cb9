// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace recscope::cli {

/// A process of this program to be started.
struct WorkerCommand {
    std::string name;  ///< printed before each line of its standard error; empty: lines are relayed unchanged
    std::vector<std::string> arguments;
};

/// Starts these processes and waits until all have ended. They write to this process's standard output. On a stop
/// request, each of them is also requested to stop. Returns their exit codes; the exit code of a killed process is 128
/// + the number of the signal. If a process cannot be started, stops the other processes and throws Error(Input).
std::vector<int> runWorkers(const std::vector<WorkerCommand>& commands, const std::stop_token& stop);

}  // namespace recscope::cli
