// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/remote/remote_training.h"
#include "core/store/remote_store.h"
#include "core/util/error.h"
#include "tests/core/learn_support.h"

namespace recscope::test {

/// Records the notifications, and lets another thread wait for them.
class Watcher : public RemoteObserver {
public:
    void runStarted(const RunRecord& run, const std::vector<Reference>&) override {
        change([&] { m_run = run.id; });
    }
    void stepDone(const StepInfo& step) override {
        change([&] { m_steps.push_back(step); });
    }
    void epochDone(const RunRecord&, const EpochInfo& epoch) override {
        change([&] { m_epochs.push_back(epoch.record.epoch); });
    }
    void notified(const std::string& sentence) override {
        change([&] { m_notified.push_back(sentence); });
    }

    /// False if the epoch is not reached within a minute.
    bool waitForEpoch(std::int64_t epoch) {
        return waitFor([&] { return !m_epochs.empty() && m_epochs.back() >= epoch; });
    }
    bool waitForWords(const std::string& words) {
        return waitFor([&] { return hasNotification(words); });
    }
    bool wasReported(const std::string& words) {
        const std::lock_guard lock(m_mutex);
        return hasNotification(words);
    }
    std::vector<std::int64_t> epochs() {
        const std::lock_guard lock(m_mutex);
        return m_epochs;
    }
    RunId run() {
        const std::lock_guard lock(m_mutex);
        return m_run;
    }

private:
    template <class Change>
    void change(const Change& apply) {
        const std::lock_guard lock(m_mutex);
        apply();
        m_changed.notify_all();
    }
    template <class Condition>
    bool waitFor(const Condition& condition) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::minutes(1), condition);
    }
    bool hasNotification(const std::string& words) const {
        for (const std::string& sentence : m_notified)
            if (sentence.find(words) != std::string::npos) return true;
        return false;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    RunId m_run = 0;
    std::vector<StepInfo> m_steps;
    std::vector<std::int64_t> m_epochs;
    std::vector<std::string> m_notified;
};

/// A training on another machine, followed on a separate thread.
struct FollowedTraining {
    Watcher watcher;
    PauseSwitch pause;
    std::stop_source stop;
    std::atomic<AtStop> atStop = AtStop::End;
    std::future<RunRecord> run;

    template <class Work>
    explicit FollowedTraining(Work work) {
        run = std::async(std::launch::async, [this, work] {
            return work(watcher, RemoteControl{.pause = pause, .stop = stop.get_token(), .atStop = atStop});
        });
    }
    ~FollowedTraining() {
        if (!run.valid()) return;
        atStop = AtStop::Leave;
        stop.request_stop();
        run.wait();
    }
    void end(AtStop meaning) {
        atStop = meaning;
        stop.request_stop();
    }
    /// Waits for the end of the training. Returns the error message, "cancelled", or empty text if it did not fail.
    std::string failure() {
        try {
            (void)run.get();
            return {};
        } catch (const Error& error) {
            return error.kind() == ErrorKind::Cancelled ? "cancelled" : error.what();
        }
    }
};

/// A workspace with the ring dataset, for runs on `m_machine`.
class RemoteFixture : public testing::Test {
protected:
    RemoteFixture() : m_workspace(m_temporary.open()), m_dataset(addDataset(*m_workspace, ringHistories()).id) {}

    static RunConfig config(std::int64_t epochs) {
        RunConfig config = smallConfig("sasrec");
        config.training.epochs = epochs;
        return config;
    }
    std::unique_ptr<FollowedTraining> begin(std::int64_t epochs, const std::string& name = {}) {
        const TrainRequest request{.dataset = m_dataset, .config = config(epochs), .runName = name, .device = {}};
        return std::make_unique<FollowedTraining>(
            [this, request](RemoteObserver& observer, const RemoteControl& control) {
                return trainRemotely(*m_workspace, request, m_machine, observer, control);
            });
    }
    std::unique_ptr<FollowedTraining> reattach(RunId run, Reattach how) {
        return std::make_unique<FollowedTraining>(
            [this, run, how](RemoteObserver& observer, const RemoteControl& control) {
                return reattachRemotely(*m_workspace, run, m_machine, how, observer, control);
            });
    }
    /// Trains on this machine, with the config that `begin` uses.
    RunRecord trainHere(std::int64_t epochs) {
        TrainObserver observer;
        PauseSwitch pause;
        return train(*m_workspace, {.dataset = m_dataset, .config = config(epochs), .runName = "here", .device = {}},
                     observer, pause, {});
    }
    RunRecord stored(RunId run) { return RunStore(*m_workspace).byId(run); }
    /// Expects that `run` is finished and has the weights, step losses and test metrics of `other`.
    void expectSame(const RunRecord& run, const RunRecord& other) {
        const RunStore runs(*m_workspace);
        EXPECT_EQ(run.state, RunState::Finished);
        EXPECT_EQ(run.epochsDone, other.epochsDone);
        EXPECT_EQ(run.bestEpoch, other.bestEpoch);
        ASSERT_TRUE(run.test && other.test);
        EXPECT_EQ(run.test->toJson(), other.test->toJson());
        EXPECT_EQ(runs.checkpoint(run.id, CheckpointKind::Best)->weights,
                  runs.checkpoint(other.id, CheckpointKind::Best)->weights);
        ASSERT_EQ(runs.epochs(run.id).size(), runs.epochs(other.id).size());
        const auto steps = runs.steps(run.id), others = runs.steps(other.id);
        ASSERT_EQ(steps.size(), others.size());
        for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i].loss, others[i].loss) << i;
        EXPECT_EQ(runs.ranks(run.id, Split::Test, run.protocol).size(), 40u);
    }

    TemporaryWorkspace m_temporary;
    std::optional<Workspace> m_workspace;
    DatasetId m_dataset;
    Machine m_machine{.destination = "loopback", .program = RECSCOPE_CLI};
};

}  // namespace recscope::test
