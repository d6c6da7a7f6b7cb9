// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/nccl_sums.h"

#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include "core/distributed/aside.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kSpin = 2ms;         // busy-wait this long: a sum within one host usually takes less
constexpr auto kNap = 100us;        // sleep between polls after kSpin
constexpr auto kPoll = 20ms;        // poll interval while connecting the GPUs
constexpr auto kAbortTimeout = 5s;  // limit for aborting a group with lost processes

}  // namespace

std::string nameOfGpu(const torch::Device& device) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, device.index()) != cudaSuccess) return {};
    // Encodes the UUID as letters, because its bytes may be zero (see `haveOwnGpus`).
    std::string name = "gpu";
    for (const char byte : properties.uuid.bytes) {
        const auto number = static_cast<unsigned char>(byte);
        name += static_cast<char>('A' + number / 16);
        name += static_cast<char>('A' + number % 16);
    }
    return name;
}

NcclSums::NcclSums(ProcessGroup::Links& links, const torch::Device& device) : m_links(links), m_device(device) {
    // Heartbeat detects lost processes and reports them. LibTorch's own watchdog would abort the process instead.
    ::setenv("TORCH_NCCL_ASYNC_ERROR_HANDLING", "0", /*overwrite=*/0);
    ::setenv("TORCH_NCCL_ENABLE_MONITORING", "0", /*overwrite=*/0);
    ::setenv("TORCH_NCCL_RETHROW_CUDA_ERRORS", "0", /*overwrite=*/0);
    m_group = connect();
}

NcclSums::Group NcclSums::connect() const {
    const Heartbeat::Store store = openStore(m_links.rendezvous, /*serves=*/false);
    std::future<Group> connected = runDetached<Group>([store, rankInfo = m_links.rankInfo, device = m_device] {
        const c10::cuda::CUDAGuard guard(device);
        auto options = c10d::ProcessGroupNCCL::Options::create();
        options->timeout = kSumTimeout;
        auto group = c10::make_intrusive<c10d::ProcessGroupNCCL>(c10::make_intrusive<c10d::PrefixStore>("nccl", store),
                                                                 rankInfo.rank, rankInfo.size, options);
        // NCCL connects at the first sum, so a test sum establishes the connection here.
        std::vector<torch::Tensor> single{torch::ones({1}, torch::TensorOptions().device(device))};
        group->allreduce(single)->wait();
        if (single.front().item<float>() != static_cast<float>(rankInfo.size))
            throw std::runtime_error("a test sum over NCCL gave a wrong result");
        return group;
    });
    while (connected.wait_for(kPoll) != std::future_status::ready) {
        if (const auto why = m_links.heartbeat->verdict()) {
            leaveThreadBehind();
            throwLost(*why);
        }
    }
    try {
        return connected.get();
    } catch (const std::exception& error) {
        if (const auto why = m_links.heartbeat->waitForVerdict()) throwLost(*why);
        throw Error(ErrorKind::Input, translated("The GPUs of this run cannot be connected: {}.", firstLine(error)),
                    translated("Set NCCL_DEBUG=INFO in the environment for details, and NCCL_SOCKET_IFNAME to the "
                               "interface to use. The device cpu does not need NCCL."));
    }
}

NcclSums::~NcclSums() {
    if (!m_group) return;
    if (m_links.isBroken || m_links.heartbeat->verdict()) {
        abandon();
        return;
    }
    try {
        m_group->abort();  // no work is pending, and unlike a shutdown, abort does not wait for the peers
    } catch (const std::exception&) {
        abandon();
    }
}

void NcclSums::abandon() {
    // Aborting ends the NCCL kernel that waits for a lost process. The call may itself hang, so it runs on another
    // thread.
    std::future<bool> ended = runDetached<bool>([group = m_group] {
        group->abort();
        return true;
    });
    ended.wait_for(kAbortTimeout);
    leaveThreadBehind();
    static_cast<void>(m_group.release());
}

void NcclSums::sum(const std::vector<torch::Tensor>& tensors) {
    const c10::cuda::CUDAGuard guard(m_device);
    std::vector<c10::intrusive_ptr<c10d::Work>> works;
    try {
        for (const torch::Tensor& tensor : tensors) {
            std::vector<torch::Tensor> single{tensor};
            works.push_back(m_group->allreduce(single));
        }
        for (const auto& work : works) finish(work);
    } catch (const PeerLostError&) {
        throw;
    } catch (const c10::DistBackendError& error) {
        // NCCL reports only that a connection broke; the heartbeat detects which process ended.
        const auto why = m_links.heartbeat->waitForVerdict();
        abandon();
        m_links.lose(why, firstLine(error));
    } catch (const std::exception&) {  // an error of this process's GPU
        m_links.isBroken = true;
        throw;
    }
}

void NcclSums::finish(const c10::intrusive_ptr<c10d::Work>& work) {
    const Clock::time_point begin = Clock::now();
    Clock::time_point lastCheck = begin;
    m_links.waitsWithoutCheck = 0;
    while (!work->isCompleted()) {
        const Clock::time_point now = Clock::now();
        if (now - begin < kSpin)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(kNap);
        if (now - lastCheck < kCheckInterval) continue;
        lastCheck = now;
        if (m_links.isHeartbeatLost()) {
            const auto why = m_links.heartbeat->verdict();
            abandon();
            m_links.lose(why, {});
        }
    }
    if (const std::exception_ptr failure = work->exception()) std::rethrow_exception(failure);
    work->synchronize();  // later work on the current CUDA stream now waits for the sum
}

}  // namespace recscope
