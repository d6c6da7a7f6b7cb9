// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/cuda_report.h"

#include "core/util/translated.h"

namespace recscope {

namespace {

// Values of enum cudaError in driver_types.h.
constexpr int kInsufficientDriver = 35;
constexpr int kNoDevice = 100;

/// Formats 13020 as "13.2".
std::string versionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

CudaState stateOf(const std::optional<CudaReport>& report) {
    if (!report) return CudaState::NotBuilt;
    if (report->error == 0 && report->gpus > 0) return CudaState::Usable;
    // The runtime also reports cudaErrorInsufficientDriver if there is no driver at all, so this check comes first.
    if (report->driverVersion == 0) return CudaState::NoDriver;
    if (report->error == kInsufficientDriver) return CudaState::OldDriver;
    if (report->error != 0 && report->error != kNoDevice) return CudaState::Broken;
    return report->isRestricted ? CudaState::Hidden : CudaState::NoGpu;
}

Failure whyNoCuda(const std::optional<CudaReport>& report) {
    switch (stateOf(report)) {
        case CudaState::Usable:
            break;
        case CudaState::NotBuilt:
            return {translated("This build of RecScope does not include CUDA."),
                    translated("Choose the device cpu, or build with ./dev build --torch newest.")};
        case CudaState::NoDriver:
            return {translated("CUDA needs NVIDIA's driver, and there is none on this machine."),
                    translated("Choose the device cpu, or install the driver if there is an NVIDIA GPU.")};
        case CudaState::OldDriver:
            return {translated("NVIDIA's driver supports CUDA {} and older; this build of RecScope needs CUDA {}.",
                               versionText(report->driverVersion), versionText(report->runtimeVersion)),
                    translated("Choose the device cpu, or install a newer driver.")};
        case CudaState::Hidden:
            return {translated("CUDA_VISIBLE_DEVICES hides all GPUs from RecScope."),
                    translated("Choose the device cpu, or set the variable to the number of a GPU, 0 for the first.")};
        case CudaState::NoGpu:
            return {translated("NVIDIA's driver finds no GPU on this machine."), translated("Choose the device cpu.")};
        case CudaState::Broken:
            return {translated("CUDA cannot be used: {}.", report->message),
                    translated("Choose the device cpu. Run nvidia-smi to check whether driver and GPU work.")};
    }
    return {};
}

std::string gpuTitle(const CudaReport& report) {
    return report.name + ", " + std::to_string((report.bytes + (std::int64_t{1} << 29)) >> 30) + " GiB";
}

}  // namespace recscope
