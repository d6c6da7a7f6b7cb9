// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/process_group.h"

#include <torch/types.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <numeric>
#include <vector>

#include "core/distributed/aside.h"
#include "core/distributed/gpu_sums.h"
#include "core/distributed/process_group_links.h"
#include "core/distributed/rendezvous_file.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using namespace std::chrono_literals;

constexpr int kMaxWaitsWithoutCheck = 40;  // 8 s of kCheckInterval; then the heartbeat thread is assumed to hang

std::atomic<bool> threadsLeftBehind = false;

}  // namespace

void leaveThreadBehind() {
    threadsLeftBehind = true;
}

void ProcessGroup::Links::lose(const std::optional<Heartbeat::Verdict>& why, const std::string& words) {
    isBroken = true;
    throwLost(
        why.value_or(Heartbeat::Verdict{translated("The connection to another process of this run broke: {}.", words),
                                        translated("--resume continues the run from its last epoch.")}));
}

bool ProcessGroup::Links::isHeartbeatLost() {
    if (heartbeat->verdict()) return true;
    waitsWithoutCheck = heartbeat->checks() == checks ? waitsWithoutCheck + 1 : 0;
    checks = heartbeat->checks();
    if (waitsWithoutCheck >= kMaxWaitsWithoutCheck) heartbeat->giveUp();
    return heartbeat->verdict().has_value();
}

void ProcessGroup::Links::finish(const c10::intrusive_ptr<c10d::Work>& work) {
    waitsWithoutCheck = 0;
    for (;;) {
        try {
            work->wait(kCheckInterval);
            return;
        } catch (const std::exception& error) {
            if (work->isCompleted() && work->isSuccess()) return;  // it completed just after the timeout
            // A verdict of the heartbeat is more informative: it names the lost rank and perhaps its error message.
            if (work->isCompleted()) lose(heartbeat->waitForVerdict(), firstLine(error));
            if (isHeartbeatLost()) lose(heartbeat->verdict(), {});
        }
    }
}

template <class T>
void ProcessGroup::Links::sum(std::span<T> numbers, torch::Tensor& buffer) {
    const auto count = static_cast<std::int64_t>(numbers.size());
    if (count == 0) return;
    if (!buffer.defined() || buffer.numel() != count)
        buffer = torch::empty({count}, c10::CppTypeToScalarType<T>::value);
    std::copy(numbers.begin(), numbers.end(), buffer.template data_ptr<T>());
    std::vector<torch::Tensor> tensors{buffer};
    finish(group->allreduce(tensors));
    std::copy_n(buffer.template data_ptr<T>(), count, numbers.begin());
}

std::unique_ptr<ProcessGroup> ProcessGroup::join(const RankInfo& rankInfo, const Waiting& waiting,
                                                 const std::stop_token& stop) {
    // From now on, a write to a closed connection fails with an error instead of ending the process by SIGPIPE.
    std::signal(SIGPIPE, SIG_IGN);
    std::optional<RendezvousFile> file;
    if (rankInfo.address.empty()) file.emplace(rankInfo);
    JoinTimer joinTimer(waiting,
                        file ? translated("Did all processes start? If they do not find each other automatically, set "
                                          "MASTER_ADDR to 127.0.0.1 and MASTER_PORT to a free port for all of them.")
                             : translated("Did all processes start, and can their hosts reach each other?"),
                        stop);
    auto made = std::make_unique<Links>();
    made->rankInfo = rankInfo;
    std::unique_ptr<ProcessGroup> processGroup(new ProcessGroup(std::move(made)));
    Links& links = *processGroup->m_links;
    try {
        links.store = connectToStore(rankInfo, links.rendezvous, file, joinTimer);
        links.heartbeat =
            std::make_unique<Heartbeat>(openStore(links.rendezvous, /*serves=*/false), rankInfo.rank, rankInfo.size);
        links.members = gatherMembers(rankInfo, *links.store, *links.heartbeat, joinTimer);
        links.rendezvous.own = ownAddress(links.rendezvous, *links.store);
        links.group = connectAll(rankInfo, links.store, links.rendezvous.own, *links.heartbeat);
        if (file && rankInfo.rank == 0) file->remove();
    } catch (const Error& error) {
        if (file && rankInfo.rank == 0) file->remove();
        if (links.heartbeat && dynamic_cast<const PeerLostError*>(&error) == nullptr)
            processGroup->reportFailure(error.what(), error.hint());
        throw;
    } catch (const std::exception& error) {  // thrown by the store
        if (file && rankInfo.rank == 0) file->remove();
        links.lose(links.heartbeat ? links.heartbeat->waitForVerdict() : std::nullopt, firstLine(error));
    }
    links.threads = threadsOf(links.members);
    return processGroup;
}

ProcessGroup::ProcessGroup(std::unique_ptr<Links> links) : m_links(std::move(links)) {}

ProcessGroup::~ProcessGroup() {
    m_links->gpuSums.reset();  // before the heartbeat, which the destructor of GpuSums uses
    const bool isLost = m_links->heartbeat && m_links->heartbeat->verdict();
    if (m_links->group && (m_links->isBroken || isLost)) {
        // The destructor of the group would wait for data that the lost process never sends.
        leaveThreadBehind();
        static_cast<void>(m_links->group.release());
    }
    m_links->group.reset();
    m_links->heartbeat.reset();
}

int ProcessGroup::rank() const {
    return m_links->rankInfo.rank;
}
int ProcessGroup::size() const {
    return m_links->rankInfo.size;
}
int ProcessGroup::rankOnHost() const {
    if (m_links->rankInfo.rankOnHost) return *m_links->rankInfo.rankOnHost;
    const auto here = m_links->members.begin() + rank();
    return static_cast<int>(std::count_if(m_links->members.begin(), here,
                                          [&](const GroupMember& other) { return other.kernel == here->kernel; }));
}
int ProcessGroup::threads() const {
    return m_links->threads[static_cast<std::size_t>(rank())];
}
int ProcessGroup::firstThread() const {
    return std::accumulate(m_links->threads.begin(), m_links->threads.begin() + rank(), 0);
}
int ProcessGroup::allThreads() const {
    return std::accumulate(m_links->threads.begin(), m_links->threads.end(), 0);
}
int ProcessGroup::coresOfLeader() const {
    return m_links->members.front().unboundCores;
}
void ProcessGroup::describe(DeviceFacts& device) const {
    describeProcesses(m_links->members, device);
}

void ProcessGroup::sum(std::span<float> numbers) {
    m_links->sum(numbers, m_links->floats);
}
void ProcessGroup::sum(std::span<double> numbers) {
    m_links->sum(numbers, m_links->doubles);
}

std::string ProcessGroup::broadcast(const std::string& text) {
    const torch::Tensor length = torch::full({1}, static_cast<std::int64_t>(text.size()), torch::kLong);
    std::vector<torch::Tensor> sent{length};
    m_links->finish(m_links->group->broadcast(sent));
    const auto count = length.item<std::int64_t>();
    if (count == 0) return {};
    const torch::Tensor bytes = torch::empty({count}, torch::kByte);
    if (isRank0()) std::memcpy(bytes.data_ptr(), text.data(), text.size());
    sent = {bytes};
    m_links->finish(m_links->group->broadcast(sent));
    return {static_cast<const char*>(bytes.data_ptr()), static_cast<std::size_t>(count)};
}

void ProcessGroup::reportFailure(const std::string& sentence, const std::string& hint) {
    const GroupMember here = thisMember();
    m_links->isBroken = true;
    m_links->heartbeat->reportFailure(
        {translated("The process with rank {} ({}) stopped: {}", rank(), whereabouts(here), sentence), hint});
}

void ProcessGroup::throwIfLost() const {
    if (const auto why = m_links->heartbeat->verdict()) throwLost(*why);
}
std::stop_token ProcessGroup::lost() const {
    return m_links->heartbeat->lost();
}

bool ProcessGroup::leavesThreadsBehind() {
    return threadsLeftBehind;
}

}  // namespace recscope
