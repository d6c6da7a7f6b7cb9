// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/util/message.h"

namespace recscope {

enum class DeviceKind { Unknown, Cpu, Cuda };

/// Where and how a run was trained, and why that device was chosen. Stored with the run in a form that does not depend
/// on the language; `wordsOf` makes a text of it.
struct DeviceFacts {
    DeviceKind kind = DeviceKind::Unknown;
    std::string name;               ///< "NVIDIA H200"; empty for a CPU or if it is not known
    std::string machine;            ///< short name of a remote machine: "box"; empty: the machine of the workspace
    int threads = 0;                ///< compute threads of all processes; 0 = not known, as on a GPU
    int processes = 1;              ///< number of processes that trained the run together
    int threadsPerProcess = 0;      ///< 0 = the processes have different numbers of threads
    int hosts = 1;                  ///< number of machines on which the processes ran
    Messages notes;                 ///< how the device computes: precision, CUDA graph, split batches
    std::optional<Message> reason;  ///< why this device was chosen
    std::string text;  ///< description stored by an older version, shown instead of all facts but `machine`

    bool operator==(const DeviceFacts&) const = default;
};

/// A CPU on which this many threads compute.
DeviceFacts cpuFacts(int threads);

/// "cpu, 2 threads, bfloat16 products", "box: cuda, NVIDIA H200, CUDA graph"; empty if nothing is known.
std::string wordsOf(const DeviceFacts& device, Wording wording = Wording::Reader);

/// A JSON object without the facts that have their default value: {"kind":"cpu","threads":2}.
std::string deviceToJson(const DeviceFacts& device);
/// Never throws: a string that is not a JSON object becomes `DeviceFacts::text`.
DeviceFacts deviceFromJson(std::string_view json);

}  // namespace recscope
