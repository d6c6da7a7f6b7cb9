// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/device.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <omp.h>

#include <ATen/Parallel.h>
#include <torch/cuda.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/recommender/available_gpu.h"
#include "core/recommender/cuda_report.h"
#include "core/recommender/machine_share.h"
#include "core/recommender/one_thread.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

DeviceChoice deviceFromName(const std::string& name) {
    if (name == "auto") return DeviceChoice::Auto;
    if (name == "cpu") return DeviceChoice::Cpu;
    if (name == "cuda") return DeviceChoice::Cuda;
    throw Error(ErrorKind::Usage, translated("There is no device named \"{}\".", name),
                translated("Devices: auto, cpu, cuda."));
}

std::string deviceChoiceName(DeviceChoice device) {
    switch (device) {
        case DeviceChoice::Cpu:
            return "cpu";
        case DeviceChoice::Cuda:
            return "cuda";
        case DeviceChoice::Auto:
            break;
    }
    return "auto";
}

std::vector<std::string> availableDevices() {
    std::vector<std::string> names = {"auto", "cpu"};
    if (stateOf(queryCuda()) == CudaState::Usable) names.emplace_back("cuda");
    return names;
}

AvailableGpu availableGpu() {
    const std::optional<CudaReport>& cuda = queryCuda();
    if (stateOf(cuda) == CudaState::Usable) return {.title = gpuTitle(*cuda), .missing = {}};
    return {.title = {}, .missing = whyNoCuda(cuda)};
}

namespace {

int usableCores() {
    return std::max(1, omp_get_num_procs());
}

MachineShare machineShare;  // this process's share; set before any computation

/// Makes the allocator keep the memory that a training step frees. Each step allocates the same tens of megabytes
/// again; in a measurement with memory returned to the kernel in between, page faults took more than half of the time.
void keepFreedMemory() {
#ifdef __GLIBC__
    static const bool once = [] {
        mallopt(M_MMAP_THRESHOLD, 1 << 30);
        mallopt(M_TRIM_THRESHOLD, 2'000'000'000);
        mallopt(M_TOP_PAD, 64 << 20);
        return true;
    }();
    static_cast<void>(once);
#endif
}

/// Lets threads that wait for each other sleep instead of spin. OpenMP's runtime (libgomp) spins for milliseconds
/// unless it manages more threads than there are cores. If another program is running, such as a second training or a
/// browser, a spinning thread occupies a core that the other threads need: in a measurement, a step of a small model
/// took 25 times as long. OMP_WAIT_POLICY could also prevent spinning, but is read before main. Therefore this function
/// creates a second OpenMP thread team, which stays idle. It uses OpenMP directly and not LibTorch, whose own threads
/// must not be created while the program may already be exiting.
void letWaitingThreadsSleep() {
    static std::jthread idleThreads([](const std::stop_token& stop) {
#pragma omp parallel num_threads(usableCores())
        {
#pragma omp barrier
        } std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait(lock, stop, [] { return false; });
    });
}

}  // namespace

Device openDevice(DeviceChoice choice) {
    keepFreedMemory();
    letWaitingThreadsSleep();
    // Debian's build of LibTorch starts with one thread.
    at::set_num_threads(computeThreads());
    // Prevents LibTorch from calling oneDNN: if LibTorch brings its own copy of it, that copy conflicts with the copy
    // that this program links (cmake/libtorch.cmake). LibTorch would use oneDNN only for types smaller than float32.
    at::globalContext().setUserEnabledMkldnn(false);
    if (choice == DeviceChoice::Cpu) return Device::Cpu;
    if (stateOf(queryCuda()) == CudaState::Usable) {
        if (const int gpu = torchDevice(Device::Cuda).index(); gpu != 0) makeGpuCurrent(gpu);
        return Device::Cuda;
    }
    if (choice == DeviceChoice::Auto) return Device::Cpu;
    const Failure missing = whyNoCuda(queryCuda());
    throw Error(ErrorKind::Usage, missing.sentence, missing.hint);
}

void setMachineShare(const MachineShare& share) {
    machineShare = share;
}

int computeThreads() {
    return machineShare.threads > 0 ? machineShare.threads : usableCores();
}

OneThread::OneThread() : m_before(at::get_num_threads()) {
    if (m_before != 1) at::set_num_threads(1);  // each call recreates LibTorch's thread pool
}

OneThread::~OneThread() {
    if (m_before != 1) at::set_num_threads(m_before);
}

torch::Device torchDevice(Device device) {
    if (device == Device::Cpu) return torch::Device(torch::kCPU);
    const auto count = std::max<std::int64_t>(1, static_cast<std::int64_t>(torch::cuda::device_count()));
    return torch::Device(torch::kCUDA, static_cast<c10::DeviceIndex>(machineShare.gpu % count));
}

DeviceFacts describeDevice(Device device) {
    DeviceFacts facts;
    if (device == Device::Cuda) {
        facts.kind = DeviceKind::Cuda;
        if (const std::optional<CudaReport>& cuda = queryCuda()) facts.name = cuda->name;
    } else {
        facts.kind = DeviceKind::Cpu;
        facts.threads = at::get_num_threads();
    }
    return facts;
}

std::int64_t microBatchTokensFor(const torch::Device& device) {
    return device.is_cuda() ? 1 << 19 : 1 << 11;
}

}  // namespace recscope
