// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/util/failure.h"

namespace recscope {

/// What the CUDA runtime reports about GPUs.
struct CudaReport {
    int error = 0;              ///< error code that cudaGetDeviceCount returned; 0 = no error
    std::string message;        ///< message of that error
    int gpus = 0;               ///< number of GPUs this process may use
    int driverVersion = 0;      ///< newest CUDA version that the driver supports, 13020 for 13.2; 0 = no driver
    int runtimeVersion = 0;     ///< the CUDA version of this build
    bool isRestricted = false;  ///< CUDA_VISIBLE_DEVICES is set
    std::string name;           ///< name of the first GPU: "NVIDIA H200"
    std::int64_t bytes = 0;     ///< memory of the first GPU, in bytes
};

/// Whether CUDA can be used, and if not, why. Hidden: CUDA_VISIBLE_DEVICES hides all GPUs. Broken: the runtime reports
/// another error.
enum class CudaState { Usable, NotBuilt, NoDriver, OldDriver, Hidden, NoGpu, Broken };

/// Derives the state from the runtime's report. `report` is empty if this build has no CUDA runtime, because its
/// LibTorch lacks CUDA.
CudaState stateOf(const std::optional<CudaReport>& report);
/// A sentence and a hint that explain why CUDA cannot be used. Pre: the state is not Usable.
Failure whyNoCuda(const std::optional<CudaReport>& report);
/// "NVIDIA H200, 140 GiB". Pre: the state is Usable.
std::string gpuTitle(const CudaReport& report);

/// Queries the runtime once per process; its answer does not change within a process.
const std::optional<CudaReport>& queryCuda();

/// Bytes of the current GPU's memory that no process has allocated; nothing if CUDA cannot be used.
std::optional<std::int64_t> freeGpuMemory();
/// Makes this GPU the current device of the calling thread.
void makeGpuCurrent(int index);
/// Releases the GPU memory that LibTorch's caching allocator has reserved but does not use.
void releaseGpuMemory();

}  // namespace recscope
