// SPDX-License-Identifier: GPL-3.0-or-later
// Calls to the CUDA runtime and to the part of LibTorch that needs it; stubs if LibTorch is built without CUDA.
#include "core/recommender/cuda_answer.h"

#ifdef RECSCOPE_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#include <cuda_runtime_api.h>

#include <cstdlib>
#endif

namespace recscope {

#ifdef RECSCOPE_CUDA

namespace {

CudaAnswer ask() {
    CudaAnswer answer;
    cudaDriverGetVersion(&answer.driverVersion);
    cudaRuntimeGetVersion(&answer.runtimeVersion);
    const cudaError_t error = cudaGetDeviceCount(&answer.gpus);
    answer.error = static_cast<int>(error);
    answer.isRestricted = std::getenv("CUDA_VISIBLE_DEVICES") != nullptr;
    cudaDeviceProp properties{};
    if (error != cudaSuccess) {
        answer.words = cudaGetErrorString(error);
        answer.gpus = 0;
        cudaGetLastError();  // clears the error, because `answer` reports it
    } else if (answer.gpus > 0 && cudaGetDeviceProperties(&properties, 0) == cudaSuccess) {
        answer.name = properties.name;
        answer.bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    }
    return answer;
}

}  // namespace

const std::optional<CudaAnswer>& askCuda() {
    static const std::optional<CudaAnswer> answer = ask();
    return answer;
}

std::optional<std::int64_t> freeGpuMemory() {
    std::size_t free = 0, total = 0;
    if (stateOf(askCuda()) != CudaState::Usable || cudaMemGetInfo(&free, &total) != cudaSuccess) return std::nullopt;
    return static_cast<std::int64_t>(free);
}

void makeGpuCurrent(int index) {
    cudaSetDevice(index);
}

void releaseGpuMemory() {
    if (stateOf(askCuda()) == CudaState::Usable) c10::cuda::CUDACachingAllocator::emptyCache();
}

#else

const std::optional<CudaAnswer>& askCuda() {
    static const std::optional<CudaAnswer> none;
    return none;
}

std::optional<std::int64_t> freeGpuMemory() {
    return std::nullopt;
}

void makeGpuCurrent(int) {}

void releaseGpuMemory() {}

#endif

}  // namespace recscope
