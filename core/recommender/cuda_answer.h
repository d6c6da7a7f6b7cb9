// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/util/failure.h"

namespace recscope {

/// What CUDA's runtime answers to the question for GPUs.
struct CudaAnswer {
    int error = 0;              ///< of cudaGetDeviceCount; 0: none
    std::string words;          ///< of that error
    int gpus = 0;               ///< that this process may use
    int driverVersion = 0;      ///< newest CUDA that the driver knows, 13020 for 13.2; 0: there is no driver
    int runtimeVersion = 0;     ///< the CUDA this build computes with
    bool isRestricted = false;  ///< CUDA_VISIBLE_DEVICES says which GPUs this process may use
    std::string name;           ///< of the first GPU: "NVIDIA H200"
    std::int64_t bytes = 0;     ///< its memory
};

/// Whether CUDA can be used, and if not, what is missing.
enum class CudaState { Usable, NotBuilt, NoDriver, OldDriver, Hidden, NoGpu, Broken };

/// Nothing: this build asks no runtime, because its LibTorch is without CUDA.
CudaState stateOf(const std::optional<CudaAnswer>& answer);
/// Sentence and hint. Pre: the state is not Usable.
Failure whyNoCuda(const std::optional<CudaAnswer>& answer);
/// "NVIDIA H200, 140 GiB". Pre: the state is Usable.
std::string gpuTitle(const CudaAnswer& answer);

/// Asks once per process; what CUDA answers does not change in one.
const std::optional<CudaAnswer>& askCuda();

/// Bytes of the current GPU that nobody has taken, this process included; nothing if CUDA cannot be used.
std::optional<std::int64_t> freeGpuMemory();
/// Makes a GPU the one that what names none is asked of, in the calling thread.
void makeGpuCurrent(int number);
/// Hands back what LibTorch keeps of the GPU's memory for later.
void releaseGpuMemory();

}  // namespace recscope
