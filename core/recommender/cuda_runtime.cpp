// SPDX-License-Identifier: GPL-3.0-or-later
// Calls to the CUDA runtime and to the part of LibTorch that needs it; stubs if LibTorch is built without CUDA.
#include "core/recommender/cuda_report.h"

#ifdef RECSCOPE_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#include <cuda_runtime_api.h>

#include <cstdlib>
#endif

namespace recscope {

#ifdef RECSCOPE_CUDA

namespace {

CudaReport readCudaReport() {
    CudaReport report;
    cudaDriverGetVersion(&report.driverVersion);
    cudaRuntimeGetVersion(&report.runtimeVersion);
    const cudaError_t error = cudaGetDeviceCount(&report.gpus);
    report.error = static_cast<int>(error);
    report.isRestricted = std::getenv("CUDA_VISIBLE_DEVICES") != nullptr;
    cudaDeviceProp properties{};
    if (error != cudaSuccess) {
        report.message = cudaGetErrorString(error);
        report.gpus = 0;
        cudaGetLastError();  // clears the error, because `report` contains it
    } else if (report.gpus > 0 && cudaGetDeviceProperties(&properties, 0) == cudaSuccess) {
        report.name = properties.name;
        report.bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    }
    return report;
}

}  // namespace

const std::optional<CudaReport>& queryCuda() {
    static const std::optional<CudaReport> report = readCudaReport();
    return report;
}

std::optional<std::int64_t> freeGpuMemory() {
    std::size_t free = 0, total = 0;
    if (stateOf(queryCuda()) != CudaState::Usable || cudaMemGetInfo(&free, &total) != cudaSuccess) return std::nullopt;
    return static_cast<std::int64_t>(free);
}

void makeGpuCurrent(int index) {
    cudaSetDevice(index);
}

void releaseGpuMemory() {
    if (stateOf(queryCuda()) == CudaState::Usable) c10::cuda::CUDACachingAllocator::emptyCache();
}

#else

const std::optional<CudaReport>& queryCuda() {
    static const std::optional<CudaReport> none;
    return none;
}

std::optional<std::int64_t> freeGpuMemory() {
    return std::nullopt;
}

void makeGpuCurrent(int) {}

void releaseGpuMemory() {}

#endif

}  // namespace recscope
