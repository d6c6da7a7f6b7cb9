// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/team/team.h"

#include <torch/torch.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <numeric>
#include <vector>

#include "core/team/aside.h"
#include "core/team/gpu_sums.h"
#include "core/team/meeting_file.h"
#include "core/team/team_links.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using namespace std::chrono_literals;

constexpr int kWaitsWithoutLook = 40;  // 8 s: then the watch itself waits for a host that is gone

std::atomic<bool> threadsLeftBehind = false;

}  // namespace

void leaveThreadBehind() {
    threadsLeftBehind = true;
}

void Team::Links::lose(const std::optional<TeamWatch::Verdict>& why, const std::string& words) {
    isBroken = true;
    throwLost(
        why.value_or(TeamWatch::Verdict{translated("The connection to another process of this run broke: {}.", words),
                                        translated("The run goes on from its last epoch with --resume.")}));
}

bool Team::Links::isWatchLost() {
    if (watch->verdict()) return true;
    waitsWithoutLook = watch->looks() == looks ? waitsWithoutLook + 1 : 0;
    looks = watch->looks();
    if (waitsWithoutLook >= kWaitsWithoutLook) watch->giveUp();
    return watch->verdict().has_value();
}

void Team::Links::finish(const c10::intrusive_ptr<c10d::Work>& work) {
    waitsWithoutLook = 0;
    for (;;) {
        try {
            work->wait(kLookAgain);
            return;
        } catch (const std::exception& error) {
            if (work->isCompleted() && work->isSuccess()) return;  // just after the time was over
            // Of what went wrong the watch knows more: who it was, and perhaps its own sentence.
            if (work->isCompleted()) lose(watch->waitForVerdict(), firstLine(error));
            if (isWatchLost()) lose(watch->verdict(), {});
        }
    }
}

template <class T>
void Team::Links::sum(std::span<T> numbers, torch::Tensor& buffer) {
    const auto count = static_cast<std::int64_t>(numbers.size());
    if (count == 0) return;
    if (!buffer.defined() || buffer.numel() != count)
        buffer = torch::empty({count}, c10::CppTypeToScalarType<T>::value);
    std::copy(numbers.begin(), numbers.end(), buffer.template data_ptr<T>());
    std::vector<torch::Tensor> tensors{buffer};
    finish(group->allreduce(tensors));
    std::copy_n(buffer.template data_ptr<T>(), count, numbers.begin());
}

std::unique_ptr<Team> Team::join(const TeamSeat& seat, const Waiting& waiting, const std::stop_token& stop) {
    // A connection that somebody closed is an error with a sentence, not the end of the process.
    std::signal(SIGPIPE, SIG_IGN);
    std::optional<MeetingFile> file;
    if (seat.address.empty()) file.emplace(seat);
    Patience patience(
        waiting,
        file ? translated("Did all processes start? If they cannot find each other by themselves, set MASTER_ADDR to "
                          "127.0.0.1 and MASTER_PORT to a free port for all of them.")
             : translated("Did all processes start, and can their hosts reach each other?"),
        stop);
    auto links = std::make_unique<Links>();
    links->seat = seat;
    std::unique_ptr<Team> team(new Team(std::move(links)));
    Links& of = *team->m_links;
    try {
        of.store = meet(seat, of.meeting, file, patience);
        of.watch = std::make_unique<TeamWatch>(openStore(of.meeting, /*serves=*/false), seat.rank, seat.size);
        of.members = gather(seat, *of.store, *of.watch, patience);
        of.meeting.own = ownAddress(of.meeting, *of.store);
        of.group = connectAll(seat, of.store, of.meeting.own, *of.watch);
        if (file && seat.rank == 0) file->remove();
    } catch (const Error& error) {
        if (file && seat.rank == 0) file->remove();
        if (of.watch && dynamic_cast<const TeamLost*>(&error) == nullptr) team->tellFailure(error.what(), error.hint());
        throw;
    } catch (const std::exception& error) {  // the store's
        if (file && seat.rank == 0) file->remove();
        of.lose(of.watch ? of.watch->waitForVerdict() : std::nullopt, firstLine(error));
    }
    of.threads = threadsOf(of.members);
    return team;
}

Team::Team(std::unique_ptr<Links> links) : m_links(std::move(links)) {}

Team::~Team() {
    m_links->gpuSums.reset();  // while there is a watch to ask
    const bool isLost = m_links->watch && m_links->watch->verdict();
    if (m_links->group && (m_links->isBroken || isLost)) {
        // It would wait for what the lost process never sends.
        leaveThreadBehind();
        static_cast<void>(m_links->group.release());
    }
    m_links->group.reset();
    m_links->watch.reset();
}

int Team::rank() const {
    return m_links->seat.rank;
}
int Team::size() const {
    return m_links->seat.size;
}
int Team::rankOnHost() const {
    if (m_links->seat.rankOnHost) return *m_links->seat.rankOnHost;
    const auto here = m_links->members.begin() + rank();
    return static_cast<int>(std::count_if(m_links->members.begin(), here,
                                          [&](const TeamMember& other) { return other.kernel == here->kernel; }));
}
int Team::threads() const {
    return m_links->threads[static_cast<std::size_t>(rank())];
}
int Team::firstThread() const {
    return std::accumulate(m_links->threads.begin(), m_links->threads.begin() + rank(), 0);
}
int Team::allThreads() const {
    return std::accumulate(m_links->threads.begin(), m_links->threads.end(), 0);
}
int Team::coresOfLeader() const {
    return m_links->members.front().unboundCores;
}
std::string Team::describe() const {
    return describeTeam(m_links->members);
}

void Team::sum(std::span<float> numbers) {
    m_links->sum(numbers, m_links->floats);
}
void Team::sum(std::span<double> numbers) {
    m_links->sum(numbers, m_links->doubles);
}

std::string Team::broadcast(const std::string& text) {
    const torch::Tensor length = torch::full({1}, static_cast<std::int64_t>(text.size()), torch::kLong);
    std::vector<torch::Tensor> sent{length};
    m_links->finish(m_links->group->broadcast(sent));
    const auto count = length.item<std::int64_t>();
    if (count == 0) return {};
    const torch::Tensor bytes = torch::empty({count}, torch::kByte);
    if (leads()) std::memcpy(bytes.data_ptr(), text.data(), text.size());
    sent = {bytes};
    m_links->finish(m_links->group->broadcast(sent));
    return {static_cast<const char*>(bytes.data_ptr()), static_cast<std::size_t>(count)};
}

void Team::tellFailure(const std::string& sentence, const std::string& hint) {
    const TeamMember here = thisMember();
    m_links->isBroken = true;
    m_links->watch->tellFailure(
        {translated("The process with rank {} ({}) stopped: {}", rank(), whereabouts(here), sentence), hint});
}

void Team::throwIfLost() const {
    if (const auto why = m_links->watch->verdict()) throwLost(*why);
}
std::stop_token Team::lost() const {
    return m_links->watch->lost();
}

bool Team::leavesThreadsBehind() {
    return threadsLeftBehind;
}

}  // namespace recscope
