// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace recscope {

enum class DeviceChoice { Auto, Cpu, Cuda };
/// "auto", "cpu", "cuda"; throws Error(Usage).
DeviceChoice deviceFromName(const std::string& name);
std::string deviceChoiceName(DeviceChoice device);
/// Names the choices that work on this machine, e.g. {"auto", "cpu"}.
std::vector<std::string> availableDevices();

/// Where something is computed. One GPU is used: the first.
enum class Device { Cpu, Cuda };

/// The device of a choice; Auto takes CUDA when LibTorch has it. Throws Error(Usage) if CUDA is asked for and absent.
/// Also gives the calling thread all cores for products on the CPU.
Device openDevice(DeviceChoice choice);

/// "cpu, 2 threads", "cuda"
std::string describeDevice(Device device);

}  // namespace recscope
