// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/remote/machine.h"

namespace recscope {

/// $XDG_CONFIG_HOME/recscope/machines.json, or ~/.config/recscope/machines.json: the person's own list, shared by
/// window and command line. RecScope connects to machines outside this list only if the person names them.
std::filesystem::path machineListPath();

// All functions throw Error(Input) if the list exists and cannot be read; it is then never overwritten.

/// Empty if the file does not exist.
std::vector<Machine> readMachines(const std::filesystem::path& path);
/// Adds the machine, or replaces the one with the same destination. Throws Error(Usage) as `checkMachine`.
std::vector<Machine> addMachine(const std::filesystem::path& path, const Machine& machine);
std::vector<Machine> removeMachine(const std::filesystem::path& path, const std::string& destination);

/// The machine with this destination. Throws Error(Input) if it is not in the list.
Machine listedMachine(const std::filesystem::path& path, const std::string& destination);

}  // namespace recscope
