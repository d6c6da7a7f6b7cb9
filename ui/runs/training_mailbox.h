// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/remote/remote_observer.h"

namespace recscope::ui {

/// The events of a training since the last `take`, and its current state.
struct TrainingEvents {
    std::optional<RunRecord> started;  ///< the run, if it has started since then
    std::optional<RunRecord> record;   ///< the run after its latest epoch, if one has ended since then
    std::vector<Reference> references;
    std::vector<StepInfo> steps;
    std::vector<EpochInfo> epochs;
    std::optional<Split> evaluating;  ///< the split that is being scored; nothing while steps are trained
    std::int64_t usersDone = 0, usersTotal = 0;
    bool trainsThere = false;  ///< the run trains on another machine, which has sent a heartbeat
    std::string notified;      ///< why the run cannot continue at the moment; empty = it can
};

/// Collects events on the training thread and notifies the listener by calling `ring`, at most ten times a second,
/// except when a run starts or an epoch ends, which it reports immediately. At most one call is pending, so a slow
/// listener is never flooded.
class TrainingMailbox : public RemoteObserver {
public:
    /// `ring` is called on the training thread. Call this and `setProgress` before the training begins.
    void setRing(std::function<void()> ring) { m_ring = std::move(ring); }
    void setProgress(ProgressSink progress) { m_progress = std::move(progress); }
    /// Returns the events since the last call. May be called on any thread.
    TrainingEvents take();

    void runStarted(const RunRecord& run, const std::vector<Reference>& references) override;
    void stepDone(const StepInfo& step) override;
    void epochDone(const RunRecord& run, const EpochInfo& epoch) override;
    void evaluating(Split split, std::int64_t done, std::int64_t total) override;
    void onRunningRemotely() override;
    void notified(const std::string& sentence) override;

private:
    enum class When { Now, Throttled };
    void ring(When when);

    std::function<void()> m_ring;
    ProgressSink m_progress;
    std::mutex m_mutex;  ///< guards the members below
    TrainingEvents m_events;
    bool m_rung = false;  ///< `ring` was called, and `take` has not been called since then
    std::chrono::steady_clock::time_point m_lastRing{};
};

}  // namespace recscope::ui
