// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/heartbeat.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "core/distributed/process_cores.h"
#include "core/distributed/store_text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using namespace std::chrono_literals;

constexpr auto kBeat = 250ms;  // between two heartbeats of a process, and between two checks of the others
// The number of checks without a new heartbeat after which a process counts as lost; 20 checks take 5 s. Counting
// checks instead of time means that a suspended machine, which also suspends this process, does not make the others
// count as lost.
constexpr int kPatience = 20;
constexpr auto kVerdictTimeout = 7s, kNotifyTimeout = 2s, kFarewellTimeout = 5s;

constexpr const char* kResume = translatable("--resume continues the run from its last epoch.");
const std::string kFailureKey = "failure";

std::string aliveKey(int rank) {
    return "alive/" + std::to_string(rank);
}
std::string leftKey(int rank) {
    return "left/" + std::to_string(rank);
}

/// The state of a watched process: rank 0 watches all other processes, and every other rank watches rank 0.
struct Watched {
    int rank = 0;
    bool isGone = false;
    std::int64_t beats = 0;     ///< number of heartbeats at the last check
    int checksWithoutBeat = 0;  ///< number of checks in a row without a new heartbeat
    std::string whereabouts;    ///< empty until the process has published it
};

}  // namespace

/// Shared with the heartbeat thread, which may outlive the Heartbeat object.
struct Heartbeat::State {
    Store store;
    int rank = 0, size = 1;
    mutable std::mutex mutex;
    mutable std::condition_variable changed;
    std::optional<Verdict> verdict;
    std::optional<Verdict> toReport;  ///< a failure of this process that is not published yet
    bool isLeaving = false;
    bool ended = false;  ///< the thread has ended or was abandoned
    std::int64_t checks = 0;
    std::stop_source lost;

    void run();
    void checkOthers(std::vector<Watched>& others);
    bool hasLeft(const Watched& other) { return store->check({leftKey(other.rank)}); }
    void lose(Verdict why);
    void farewell(const std::vector<Watched>& others);
};

void Heartbeat::State::lose(Verdict why) {
    {
        const std::lock_guard lock(mutex);
        if (verdict) return;
        verdict = std::move(why);
    }
    changed.notify_all();
    lost.request_stop();
}

void Heartbeat::State::checkOthers(std::vector<Watched>& others) {
    store->add(aliveKey(rank), 1);
    if (store->check({kFailureKey})) {
        const std::string text = textOf(store->get(kFailureKey));
        const std::size_t end = text.find('\n');
        return lose({text.substr(0, end), end == std::string::npos ? "" : text.substr(end + 1)});
    }
    for (Watched& other : others) {
        if (other.isGone) continue;
        const std::int64_t beats = store->add(aliveKey(other.rank), 0);
        if (beats == 0) continue;  // has not joined yet
        if (other.whereabouts.empty() && store->check({memberKey(other.rank)}))
            other.whereabouts = " (" + whereabouts(memberFromText(textOf(store->get(memberKey(other.rank))))) + ")";
        other.checksWithoutBeat = beats == other.beats ? other.checksWithoutBeat + 1 : 0;
        other.beats = beats;
        if (other.checksWithoutBeat == 0) continue;
        if (hasLeft(other)) {
            other.isGone = true;
        } else if (other.checksWithoutBeat >= kPatience) {
            const Verdict why{
                translated("The process with rank {}{} ended without reporting an error, or can no longer be reached.",
                           other.rank, other.whereabouts),
                translated("Was it killed, or is its host down? {}", translated(kResume))};
            store->compareSet(kFailureKey, {}, bytesOf(why.sentence + "\n" + why.hint));
            return lose(why);
        }
    }
}

void Heartbeat::State::farewell(const std::vector<Watched>& others) {
    store->set(leftKey(rank), bytesOf("1"));
    if (rank != 0) return;
    const auto end = std::chrono::steady_clock::now() + kFarewellTimeout;
    for (const Watched& other : others) {
        if (other.checksWithoutBeat >= kPatience || store->add(aliveKey(other.rank), 0) == 0) continue;
        while (!hasLeft(other) && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(10ms);
    }
}

void Heartbeat::State::run() {
    std::vector<Watched> others;
    for (int other = rank == 0 ? 1 : 0; other < (rank == 0 ? size : 1); ++other) {
        others.emplace_back();
        others.back().rank = other;
    }
    std::unique_lock lock(mutex);
    try {
        while (!isLeaving) {
            const std::optional<Verdict> reported = toReport;
            lock.unlock();
            if (reported) store->compareSet(kFailureKey, {}, bytesOf(reported->sentence + "\n" + reported->hint));
            checkOthers(others);
            lock.lock();
            if (reported) toReport.reset();
            ++checks;
            changed.notify_all();
            changed.wait_for(lock, kBeat, [&] { return isLeaving || toReport; });
        }
        lock.unlock();
        farewell(others);
    } catch (const std::exception&) {
        if (lock.owns_lock()) lock.unlock();
        lose({translated("The process with rank 0{}, which leads the others, ended or can no longer be reached.",
                         others.front().whereabouts),
              translated("See its own output for details. {}", translated(kResume))});
    }
    lock.lock();
    ended = true;
    changed.notify_all();
}

Heartbeat::Heartbeat(Store store, int rank, int size) : m_state(std::make_shared<State>()) {
    m_state->store = std::move(store);
    m_state->rank = rank;
    m_state->size = size;
    std::thread([state = m_state] { state->run(); }).detach();
}

Heartbeat::~Heartbeat() {
    std::unique_lock lock(m_state->mutex);
    m_state->isLeaving = true;
    m_state->changed.notify_all();
    m_state->changed.wait_for(lock, kFarewellTimeout + 1s, [&] { return m_state->ended; });
}

std::optional<Heartbeat::Verdict> Heartbeat::verdict() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->verdict;
}

std::optional<Heartbeat::Verdict> Heartbeat::waitForVerdict() const {
    std::unique_lock lock(m_state->mutex);
    m_state->changed.wait_for(lock, kVerdictTimeout, [&] { return m_state->verdict || m_state->ended; });
    return m_state->verdict;
}

std::stop_token Heartbeat::lost() const {
    return m_state->lost.get_token();
}

void Heartbeat::reportFailure(const Verdict& failure) {
    std::unique_lock lock(m_state->mutex);
    if (m_state->verdict || m_state->ended) return;
    m_state->toReport = failure;
    m_state->changed.notify_all();
    m_state->changed.wait_for(lock, kNotifyTimeout, [&] { return !m_state->toReport || m_state->ended; });
}

std::int64_t Heartbeat::checks() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->checks;
}

Heartbeat::Verdict Heartbeat::giveUp() {
    m_state->lose({translated("The host of the process with rank 0 no longer responds."), translated(kResume)});
    const std::lock_guard lock(m_state->mutex);
    m_state->ended = true;
    return *m_state->verdict;
}

}  // namespace recscope
