// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/util/device_facts.h"

namespace recscope {

enum class DeviceChoice { Auto, Cpu, Cuda };
/// Parses "auto", "cpu" or "cuda"; throws Error(Usage) for other names.
DeviceChoice deviceFromName(const std::string& name);
std::string deviceChoiceName(DeviceChoice device);
/// The names of the choices that work on this machine, e.g. {"auto", "cpu"}.
std::vector<std::string> availableDevices();

/// The device of a computation. A process uses at most one GPU: the first one, or that of its `MachineShare`.
enum class Device { Cpu, Cuda };

/// The device of a choice; Auto selects CUDA if it is usable. Throws Error(Usage) if CUDA is requested and not usable.
/// Also sets the number of threads for matrix products on the CPU: all cores, or those of the `MachineShare`.
Device openDevice(DeviceChoice choice);

/// Kind, name and number of threads of this device as this process uses it.
DeviceFacts describeDevice(Device device);

}  // namespace recscope
