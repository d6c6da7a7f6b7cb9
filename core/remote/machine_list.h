// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/remote/machine.h"

namespace recscope {

/// $XDG_CONFIG_HOME/recscope/machines.json, or ~/.config/recscope/machines.json: the list of machines that the user of
/// the program made, shared by the window and the command line. RecScope connects to a machine outside this list only
/// if the user of the program names it.
std::filesystem::path machineListPath();

// All functions throw Error(Input) if the list exists and cannot be read, and do not overwrite such a list.

/// Returns the list; empty if the file does not exist.
std::vector<Machine> readMachines(const std::filesystem::path& path);
/// Adds the machine, or replaces the one with the same destination, and returns the new list. Throws Error(Usage) for
/// the same reasons as `checkMachine`.
std::vector<Machine> addMachine(const std::filesystem::path& path, const Machine& machine);
std::vector<Machine> removeMachine(const std::filesystem::path& path, const std::string& destination);

/// The machine with this destination. Throws Error(Input) if it is not in the list.
Machine listedMachine(const std::filesystem::path& path, const std::string& destination);

}  // namespace recscope
