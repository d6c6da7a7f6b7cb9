// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/remote_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "core/adopt/adopt.h"
#include "core/config/config_schema.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/remote/machine_check.h"
#include "core/remote/remote_events.h"
#include "core/remote/remote_folder.h"
#include "core/remote/shell_words.h"
#include "core/store/dataset_copy.h"
#include "core/store/remote_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/failure.h"
#include "core/util/sha256.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;
using Seconds = std::chrono::seconds;

constexpr const char* kRunThere = "run";          // name of the run on the other machine
constexpr const char* kProgressEvery = "0.5";     // seconds between two progress events
constexpr Seconds kFirstWait{1}, kMaxWait{30};    // between tries to reconnect: doubled after each try
constexpr std::int64_t kMinFreeKib = 1024;        // KiB; a disk with less free space counts as full
constexpr int kExitDone = 0, kExitStopped = 130;  // exit codes of recscope-cli train

/// A temporary folder beside the workspace for files in transit.
class TransferFolder {
public:
    TransferFolder(const Workspace& workspace, const std::string& name)
        : m_path(workspace.path().string() + ".to-" + name) {
        fs::remove_all(m_path);  // may be left over from a process that was killed
        fs::create_directory(m_path);
    }
    ~TransferFolder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    TransferFolder(const TransferFolder&) = delete;
    TransferFolder& operator=(const TransferFolder&) = delete;

    fs::path operator/(const char* name) const { return m_path / name; }

private:
    fs::path m_path;
};

/// The arguments of `train` on the other machine for exactly this config.
std::vector<std::string> argumentsOf(const RunConfig& config, DeviceChoice device) {
    std::vector<std::string> arguments = {
        "--dataset", kCopiedDataset,     "--model",      config.model, "--name",
        kRunThere,   "--progress-every", kProgressEvery, "--device",   deviceChoiceName(device)};
    for (const ConfigKey& key : config.schema->keys()) {
        if (!hasConfigKey(config, key.field.key)) continue;
        arguments.emplace_back("--set");
        arguments.push_back(key.field.key + "=" + key.read(config));
    }
    return arguments;
}

[[noreturn]] void throwNotWritten(const fs::path& path) {
    throw MessageError(ErrorKind::Workspace, {MessageId::NotWrittenHere, {path.string()}},
                       translated("Free some space and resume: the training results are kept on the other machine."));
}

/// Follows one run on another machine until its training has ended.
class RemoteTraining {
public:
    RemoteTraining(Workspace& workspace, RunRecord run, const RemoteRun& where, const Machine& machine,
                   RemoteObserver& observer, const RemoteControl& control, DeviceChoice device = DeviceChoice::Auto)
        : m_workspace(workspace),
          m_run(std::move(run)),
          m_folder(machine, where.folder),
          m_folderName(where.folder),
          m_machine(m_folder.shell().name()),
          m_observer(observer),
          m_control(control),
          m_events(m_run, m_machine, where.bytesRead, observer,
                   [this](const RunRecord& updated, const RemoteEvents::Update& events) { store(updated, events); }),
          m_bytesReadBefore(where.bytesRead),
          m_device(device) {}

    RunRecord execute(Reattach reattach);

private:
    RunRecord work(Reattach& reattach);
    void store(const RunRecord& run, const RemoteEvents::Update& events);
    void start();
    void sendDataset(const fs::path& file, const std::string& sha256);
    void follow();
    /// Reads the events that have arrived since the last read.
    void readNewEvents();
    /// Sends requests to stop, pause or resume to the other machine; false if this process leaves the run.
    bool sendRequests();
    RunRecord collect(const RemoteStatus& status);
    /// Stores the run in this state and, if it has any, its best weights, which it fetches from the other machine.
    void fetchWeights(RunState state);
    [[noreturn]] void failEnded(const RemoteStatus& status);
    /// The message of a run that is stopped before it has begun. If the other machine has not reported its state yet,
    /// an earlier training of this run may still be running there.
    Message stoppedBeforeStart() const {
        const bool hasNotBegun = m_isKnown || m_bytesReadBefore == 0;
        return {hasNotBegun ? MessageId::StoppedBeforeStartThere : MessageId::StoppedBeforeContact, {m_machine}};
    }
    [[noreturn]] void failFolderGone();
    /// Corrupted data is treated like a lost connection: it is fetched again.
    [[noreturn]] void throwCorrupted() const {
        throw ConnectionLost(ErrorKind::Input, {MessageId::ArrivedCorruptedHere, {m_machine}});
    }
    /// Stores the run as Stopped in this workspace. Sends nothing to the other machine.
    RunRecord stopHere(Message message);
    void waitAndNotify();
    void stopWaiting() {
        m_wait = kFirstWait;
        m_lostAt.reset();
    }
    bool isPatienceSpent() const {
        return m_lostAt && std::chrono::duration_cast<Seconds>(std::chrono::steady_clock::now() - *m_lostAt) >=
                               m_control.reconnectTimeout;
    }
    /// Whether this process leaves the run to the other machine (`AtStop::Leave`).
    bool isLeaving() const { return m_control.stop.stop_requested() && m_control.atStop == AtStop::Leave; }
    /// Whether the user of the program ends the run (`AtStop::End`).
    bool isEnding() const { return m_control.stop.stop_requested() && m_control.atStop == AtStop::End; }
    RemoteFolder::ShouldContinue untilLeaving() const {
        return [this] { return !isLeaving(); };
    }
    RemoteFolder::ShouldContinue untilStopped() const {
        return [this] { return !m_control.stop.stop_requested(); };
    }

    Workspace& m_workspace;
    RunRecord m_run;
    RemoteFolder m_folder;
    std::string m_folderName;  ///< 32 hexadecimal digits
    std::string m_machine;     ///< short name of the machine, for sentences
    RemoteObserver& m_observer;
    const RemoteControl& m_control;
    RemoteEvents m_events;
    Seconds m_wait = kFirstWait;  ///< before the next retry
    /// When the connection was lost; empty while it works.
    std::optional<std::chrono::steady_clock::time_point> m_lostAt;
    bool m_isPausedThere = false;          ///< the training on the other machine is paused, or was requested to pause
    bool m_isEndRequested = false;         ///< the training on the other machine was requested to end
    bool m_isKnown = false;                ///< the other machine has reported the state of the run
    const std::int64_t m_bytesReadBefore;  ///< number of bytes of the run's events that an earlier process read
    const DeviceChoice m_device;           ///< device on the other machine, for a new training
};

RunRecord RemoteTraining::execute(Reattach reattach) {
    for (bool isReported = false;;) {
        try {
            if (!isReported) {
                m_run.state = RunState::Running;
                m_run.message.clear();
                RunStore(m_workspace).update(m_run);
                m_observer.runStarted(m_run, referencesFor(m_workspace, m_run.dataset, m_run.protocol, m_control.stop));
                isReported = true;
            }
            return work(reattach);
        } catch (const ConnectionLost& broken) {
            m_events.forgetUnfinishedLine();
            if (isEnding() || isPatienceSpent()) {
                const RunRecord stopped = stopHere({MessageId::MayStillRunThere, {broken.message()}});
                if (isEnding()) return stopped;
                throw;
            }
            waitAndNotify();
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Cancelled) {
                // Either the end of the run is stored already, or the error does not end the training on the other
                // machine.
                m_run = RunStore(m_workspace).byId(m_run.id);
                if (m_run.state == RunState::Running) (void)stopHere(messageOf(error));
                throw;
            }
            if (isEnding()) return stopHere(stoppedBeforeStart());
            throw;
        } catch (const std::exception& error) {
            (void)stopHere(messageOf(error));
            throw;
        }
    }
}

/// Queries the state of the run on the other machine and acts on it, repeatedly, until the training has ended.
RunRecord RemoteTraining::work(Reattach& reattach) {
    for (;;) {
        const RemoteStatus status = m_folder.status(untilLeaving());
        stopWaiting();
        m_observer.notified({});
        if (status.isAlive) {
            m_isPausedThere = status.isPaused;
            // If the run is paused there, sets the local pause switch as well. Only when reattaching, because later the
            // user of the program decides.
            if (status.isPaused && !m_isKnown && !m_isEndRequested && reattach == Reattach::Follow)
                m_control.pause.pause();
            m_isKnown = true;
            m_observer.onRunningRemotely();
            reattach = Reattach::Follow;
            follow();
        } else if (!status.hasStarted) {
            if (m_bytesReadBefore > 0) failFolderGone();
            if (isEnding()) return stopHere(stoppedBeforeStart());
            start();
            reattach = Reattach::Follow;
        } else if (reattach == Reattach::Resume && status.exitCode != kExitDone) {
            readNewEvents();
            if (!m_events.hasBegun() && m_bytesReadBefore == 0) {  // the training ended before its run was stored there
                m_folder.forgetStart(untilLeaving());
                continue;
            }
            m_observer.notified(translated("Resuming on {}", m_machine));
            (void)queryMachine(m_folder.shell().machine(), untilStopped());
            m_folder.startAgain({"--resume", kRunThere, "--progress-every", kProgressEvery}, untilLeaving());
            reattach = Reattach::Follow;
        } else {
            readNewEvents();
            return collect(status);
        }
    }
}

void RemoteTraining::readNewEvents() {
    m_events.forgetUnfinishedLine();  // the whole line is sent again
    m_folder.events(m_events.bytesRead(), {.output = [this](std::string_view bytes) { m_events.read(bytes); },
                                           .shouldContinue = untilLeaving()});
}

void RemoteTraining::store(const RunRecord& run, const RemoteEvents::Update& events) {
    RemoteStore(m_workspace).record(run, events.epochs, events.steps, events.bytesRead);
}

void RemoteTraining::start() {
    m_observer.notified(translated("Copying the dataset"));
    const TransferFolder transferFolder(m_workspace, m_folderName);
    const fs::path file = transferFolder / "dataset.recscope";
    copyDataset(m_workspace, m_run.dataset, file, m_control.stop);
    const std::string sha256 = sha256OfFile(file, m_control.stop);
    sendDataset(file, sha256);
    m_observer.notified(translated("Starting on {}", m_machine));
    // From now on the training may run on the other machine, so a stop request is sent to it instead of cutting this
    // connection.
    m_folder.start(sha256, argumentsOf(configFromJson(m_run.config), m_device), untilLeaving());
}

void RemoteTraining::sendDataset(const fs::path& file, const std::string& sha256) {
    const auto total = static_cast<std::int64_t>(fs::file_size(file));
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (m_folder.hasDataset(sha256, untilStopped())) return;
        const std::int64_t arrived = std::min(m_folder.arrivedBytes(untilStopped()), total);
        m_folder.sendDataset(
            file, arrived,
            [&](std::int64_t sent) {
                m_observer.notified(translated("Sending the dataset to {}: {} of {} MB", m_machine, sent / 1'000'000,
                                               (total + 999'999) / 1'000'000));
            },
            untilStopped());
        if (m_folder.acceptDataset(sha256, untilStopped())) return;
    }
    throw MessageError(ErrorKind::Input, {MessageId::ArrivedCorruptedThere, {m_machine}},
                       translated("Resume to try again. If the error persists, check the disk there."));
}

void RemoteTraining::follow() {
    m_events.forgetUnfinishedLine();
    m_folder.follow(m_events.bytesRead(), {.output =
                                               [this](std::string_view bytes) {
                                                   m_observer.notified({});
                                                   m_events.read(bytes);
                                               },
                                           .shouldContinue = [this] { return sendRequests(); }});
}

bool RemoteTraining::sendRequests() {
    if (isLeaving()) return false;
    // A signal that arrives before the training has begun would kill it without a record.
    if (!m_events.hasBegun() && !m_isPausedThere) return true;
    const auto notify = [this](RemoteSignal signal) { m_folder.send(signal, untilLeaving()); };
    if (isEnding() && !m_isEndRequested) {
        m_isEndRequested = true;
        notify(RemoteSignal::Stop);
    } else if (const bool requestsPause = m_control.pause.isPaused();
               requestsPause != m_isPausedThere && !m_isEndRequested) {
        m_isPausedThere = requestsPause;
        notify(requestsPause ? RemoteSignal::Pause : RemoteSignal::Resume);
    }
    return true;
}

/// Called when the training on the other machine has ended and all its events have been read.
RunRecord RemoteTraining::collect(const RemoteStatus& status) {
    const auto end = m_events.end();
    // The events decide only if the machine has lost the exit code, because they may be those of an earlier training.
    const bool isDone = status.exitCode ? *status.exitCode == kExitDone : end == RemoteEvents::End::Finished;
    const bool isStopped = status.exitCode ? *status.exitCode == kExitStopped : end == RemoteEvents::End::Stopped;
    if (!isDone && !isStopped) failEnded(status);
    fetchWeights(isDone ? RunState::Finished : RunState::Stopped);
    if (isDone) {
        RemoteStore(m_workspace).finish(m_run.id);
        removeLeftovers(m_workspace, {m_folder.shell().machine()}, m_control.stop);
    }
    return m_run;
}

void RemoteTraining::fetchWeights(RunState state) {
    m_run.state = state;
    if (m_run.bestEpoch == 0 && state != RunState::Finished) {
        RunStore(m_workspace).update(m_run);
        return;
    }
    m_observer.notified(translated("Fetching the trained weights from {}", m_machine));
    const RemoteFile there = m_folder.makeRunArchive(untilLeaving());
    const TransferFolder transferFolder(m_workspace, m_folderName);
    const fs::path path = transferFolder / "capsule.safetensors";
    for (std::int64_t arrived = 0; arrived < there.bytes;) {
        bool isBroken = false;
        try {
            std::ofstream file(path, std::ios::binary | std::ios::app);
            const auto write = [&](std::string_view bytes) {
                file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
                if (!file.flush()) throwNotWritten(path);
            };
            m_folder.readRunArchive(arrived, {.output = write, .shouldContinue = untilLeaving()});
            if (!file) throwNotWritten(path);
        } catch (const ConnectionLost&) {
            if (isEnding() || isPatienceSpent()) throw;
            isBroken = true;
        }
        const auto arrivedNow = static_cast<std::int64_t>(fs::file_size(path));
        if (arrivedNow > arrived) stopWaiting();
        if (isBroken || arrivedNow <= arrived) {
            if (isEnding() || isPatienceSpent()) throwCorrupted();
            waitAndNotify();
        }
        arrived = arrivedNow;
    }
    if (sha256OfFile(path) != there.sha256) throwCorrupted();
    m_run = adoptRunArchive(m_workspace, m_run, path);
    m_run.device.machine = m_machine;
    RunStore(m_workspace).update(m_run);
}

void RemoteTraining::failEnded(const RemoteStatus& status) {
    const std::optional<ReportedError> reported = reportedError(m_folder.lastMessages(untilLeaving()));
    if (status.freeKib < kMinFreeKib || (reported && concerns(reported->message, MessageId::DiskFull))) {
        const MessageError full = m_folder.shell().diskFull();
        (void)stopHere(full.message());
        throw full;
    }
    if (reported) {
        const Message failed(MessageId::OnMachine, {m_machine, reported->message});
        m_run.state = RunState::Failed;
        m_run.message = {failed};
        RunStore(m_workspace).update(m_run);
        throw MessageError(ErrorKind::Input, failed, reported->hint);
    }
    const Message killed = status.exitCode ? Message(MessageId::KilledThere, {m_machine, *status.exitCode})
                                           : Message(MessageId::KilledOrRestartedThere, {m_machine});
    if (m_run.bestEpoch > 0) {
        m_run.message = {killed};
        fetchWeights(RunState::Stopped);
    } else {
        (void)stopHere(killed);
    }
    throw MessageError(
        ErrorKind::Input, killed,
        translated("Everything up to its last finished epoch is kept: Resume continues from there. If it "
                   "happens again, the training may need more memory than the machine has."));
}

void RemoteTraining::failFolderGone() {
    throw MessageError(ErrorKind::Input, {MessageId::FolderGoneThere, {m_machine}},
                       translated("The results received so far are kept here. Start a new run to train it again."));
}

RunRecord RemoteTraining::stopHere(Message message) {
    m_run.state = RunState::Stopped;
    m_run.message = {std::move(message)};
    RunStore(m_workspace).update(m_run);
    return m_run;
}

/// Waits `m_wait` before the next try; returns early on a stop request. Throws Error(Cancelled) if this process leaves
/// the run.
void RemoteTraining::waitAndNotify() {
    if (!m_lostAt) m_lostAt = std::chrono::steady_clock::now();
    for (Seconds left = m_wait; left > Seconds::zero() && !m_control.stop.stop_requested(); --left) {
        m_observer.notified(
            translated("The connection to {} is lost; retrying in {}", m_machine,
                       left.count() == 1 ? translated("1 second") : translated("{} seconds", left.count())));
        for (int tenth = 0; tenth < 10 && !m_control.stop.stop_requested(); ++tenth)
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    m_wait = std::min(2 * m_wait, kMaxWait);
    if (isLeaving()) throw Error(ErrorKind::Cancelled, translated("No longer following the run."));
    m_observer.notified(translated("Reconnecting to {}", m_machine));
}

}  // namespace

RunRecord trainRemotely(Workspace& workspace, const TrainRequest& request, const Machine& machine,
                        RemoteObserver& observer, const RemoteControl& control) {
    RunRecord run = newRun(workspace, request);
    (void)queryMachine(machine, [&] { return !control.stop.stop_requested(); });
    run.device.machine = shortName(machine.destination);
    run = RemoteStore(workspace).add(run, machine.destination, newFolderName(), request.ifTaken);
    return RemoteTraining(workspace, run, *RemoteStore(workspace).of(run.id), machine, observer, control,
                          request.device)
        .execute(Reattach::Follow);
}

RunRecord reattachRemotely(Workspace& workspace, RunId id, const Machine& machine, Reattach reattach,
                           RemoteObserver& observer, const RemoteControl& control) {
    const auto where = RemoteStore(workspace).of(id);
    if (!where || where->machine != machine.destination)
        throw Error(ErrorKind::Input,
                    translated("\"{}\" is not training on {}.", RunStore(workspace).byId(id).name, machine.destination),
                    where ? translated("It is training on {}.", where->machine)
                          : translated("It is training on this machine."));
    const RunRecord run = resumableRun(workspace, id);
    return RemoteTraining(workspace, run, *where, machine, observer, control).execute(reattach);
}

void removeLeftovers(Workspace& workspace, const std::vector<Machine>& machines, const std::stop_token& stop) {
    RemoteStore store(workspace);
    for (const RemoteLeftover& leftover : store.leftovers()) {
        const auto machine = std::find_if(machines.begin(), machines.end(),
                                          [&](const Machine& known) { return known.destination == leftover.machine; });
        if (machine == machines.end() || stop.stop_requested()) continue;
        try {
            RemoteFolder(*machine, leftover.folder).remove([&] { return !stop.stop_requested(); });
            store.forget(leftover);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Workspace) throw;
        }
    }
}

}  // namespace recscope
