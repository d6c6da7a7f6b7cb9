// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/training_mailbox.h"

#include <utility>

namespace recscope::ui {

namespace {

constexpr std::chrono::milliseconds kRingEvery{100};

}  // namespace

TrainingEvents TrainingMailbox::take() {
    const std::lock_guard lock(m_mutex);
    m_rung = false;
    TrainingEvents events = std::exchange(m_events, {});
    // These members are state rather than events, so they stay after `take`.
    m_events.evaluating = events.evaluating;
    m_events.usersDone = events.usersDone;
    m_events.usersTotal = events.usersTotal;
    m_events.notified = events.notified;
    m_events.trainsThere = events.trainsThere;
    return events;
}

void TrainingMailbox::runStarted(const RunRecord& run, const std::vector<Reference>& references) {
    const std::lock_guard lock(m_mutex);
    m_events.started = run;
    m_events.references = references;
    ring(When::Now);
}

void TrainingMailbox::stepDone(const StepInfo& step) {
    {
        const std::lock_guard lock(m_mutex);
        m_events.steps.push_back(step);
        m_events.evaluating.reset();
        ring(When::Throttled);
    }
    if (m_progress) m_progress({{}, step.step, step.stepsPerEpoch * step.epochs, {}});
}

void TrainingMailbox::epochDone(const RunRecord& run, const EpochInfo& epoch) {
    const std::lock_guard lock(m_mutex);
    m_events.record = run;
    m_events.epochs.push_back(epoch);
    m_events.evaluating.reset();
    ring(When::Now);
}

void TrainingMailbox::evaluating(Split split, std::int64_t done, std::int64_t total) {
    const std::lock_guard lock(m_mutex);
    m_events.evaluating = split;
    m_events.usersDone = done;
    m_events.usersTotal = total;
    ring(When::Throttled);
}

void TrainingMailbox::onRunningRemotely() {
    const std::lock_guard lock(m_mutex);
    m_events.trainsThere = true;
}

void TrainingMailbox::notified(const std::string& sentence) {
    const std::lock_guard lock(m_mutex);
    if (m_events.notified == sentence) return;
    m_events.notified = sentence;
    ring(When::Throttled);
}

// Precondition: the caller holds `m_mutex`.
void TrainingMailbox::ring(When when) {
    const auto time = std::chrono::steady_clock::now();
    if (m_rung || (when == When::Throttled && time - m_lastRing < kRingEvery)) return;
    m_rung = true;
    m_lastRing = time;
    m_ring();
}

}  // namespace recscope::ui
