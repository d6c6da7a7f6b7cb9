// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/remote/machine.h"

namespace recscope {

/// $XDG_CONFIG_HOME/recscope/machines.json, or ~/.config/recscope/machines.json: the person's own list, for window and
/// command line. Only what stands there is ever connected to without being named by the person.
std::filesystem::path machineListPath();

// All throw Error(Input) if the list is there and cannot be read; it is then never written over.

/// Empty if there is no such file.
std::vector<Machine> readMachines(const std::filesystem::path& path);
/// Adds it, or replaces the one with its destination. Throws Error(Usage) as `checkMachine`.
std::vector<Machine> addMachine(const std::filesystem::path& path, const Machine& machine);
std::vector<Machine> removeMachine(const std::filesystem::path& path, const std::string& destination);

/// The one of this destination. Throws Error(Input) if it is not in the list.
Machine listedMachine(const std::filesystem::path& path, const std::string& destination);

}  // namespace recscope
