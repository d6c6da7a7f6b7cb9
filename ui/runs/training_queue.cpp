// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of trainings: reading what an earlier process left, recording each change, reordering.
#include <QRegularExpression>
#include <algorithm>
#include <utility>

#include "core/recommender/registry.h"
#include "core/remote/machine_list.h"
#include "core/store/remote_store.h"
#include "core/util/error.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"

namespace recscope::ui {

namespace {

// Prefix of the stored device of a run on another machine, e.g. "on ada@box"; no local device has a name with this
// prefix.
const QString kMachinePrefix = QStringLiteral("on ");

std::string deviceText(const QueuedRun& run) {
    return run.machine.isEmpty() ? deviceChoiceName(run.request.device) : (kMachinePrefix + run.machine).toStdString();
}

/// True for a name such as "SASRec 3", which the program derived from the model's title. If another run has taken the
/// name in the meantime, the program may change the number.
bool isGeneratedName(const std::string& name, const std::string& model) {
    static const QRegularExpression digits(QStringLiteral("^ \\d+$"));
    const std::string& stem = modelInfo(model).title;
    return name.starts_with(stem) && digits.match(QString::fromStdString(name.substr(stem.size()))).hasMatch();
}

/// Returns nothing if the config cannot be read because another version of the program wrote it.
std::optional<QueuedRun> fromStore(const QueuedTraining& stored, RunStore& runs) {
    try {
        QueuedRun run;
        run.ticket = QString::fromStdString(stored.ticket);
        run.request.dataset = stored.dataset;
        run.request.config = configFromJson(stored.config);
        run.name = stored.name;
        if (!isGeneratedName(stored.name, run.request.config.model)) run.stem = stored.name;
        const QString device = QString::fromStdString(stored.device);
        if (device.startsWith(kMachinePrefix))
            run.machine = device.mid(kMachinePrefix.size());
        else
            run.request.device = deviceFromName(stored.device);
        run.resumes = stored.run;
        if (stored.run) {
            const RunRecord record = runs.byId(*stored.run);
            run.request.runName = record.name;
            run.epochsDone = record.epochsDone;
        }
        return run;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Usage) throw;
        return std::nullopt;
    }
}

/// The queue entries that an earlier process left, and the stored facts about runs on other machines.
struct StoredQueue {
    std::vector<QueuedRun> runs;
    std::map<RunId, QString> machines;  ///< of each run on another machine
    std::vector<Machine> listed;        ///< the machines of this computer's list
    bool hasLeftovers = false;          ///< folders on other machines are to be deleted
};

}  // namespace

QueuedTraining toStore(const QueuedRun& run) {
    const bool isNamed = !run.request.runName.empty();
    return {.ticket = run.ticket.toStdString(),
            .dataset = run.request.dataset,
            .config = run.request.config.toJson(),
            .name = isNamed ? run.request.runName : run.name,
            .device = deviceText(run),
            .run = run.resumes,
            .stem = isNamed            ? std::string()
                    : run.stem.empty() ? modelInfo(run.request.config.model).title
                                       : run.stem};
}

// Deletes the folders on other machines of runs that were removed or already copied back, and ends trainings that still
// run in these folders.
void TrainingController::cleanUpOtherMachines() {
    m_session.jobs().start(
        this, {.title = tr("Tidying up on other machines"), .queue = WorkerQueue::Import},
        [](JobContext& context) {
            if (RemoteStore(context.workspace).leftovers().empty()) return;
            removeLeftovers(context.workspace, readMachines(machineListPath()), context.stop);
        },
        [] {});
}

bool TrainingController::continuesWithoutWindow() const {
    return m_entries.size() == 1 && m_live && !m_live->machine.isEmpty() && m_live->trainsThere;
}

// Called in the constructor, so that the queue is read before this process adds entries to it.
void TrainingController::readQueue() {
    m_session.jobs().start(
        this, {.title = tr("Reading the queue"), .queue = WorkerQueue::Record},
        [](JobContext& context) {
            StoredQueue left;
            RunStore store(context.workspace);
            for (const RemoteRun& remote : RemoteStore(context.workspace).list())
                left.machines[remote.run] = QString::fromStdString(remote.machine);
            left.hasLeftovers = !RemoteStore(context.workspace).leftovers().empty();
            try {
                if (!left.machines.empty()) left.listed = readMachines(machineListPath());
            } catch (const Error&) {
                // If the list of machines cannot be read, the program does not reconnect to runs that train on other
                // machines. The error is reported when such a run is resumed.
            }
            for (const QueuedTraining& stored : QueueStore(context.workspace).list()) {
                auto run = fromStore(stored, store);
                if (!run) continue;
                if (const auto machineOfRun = run->resumes ? left.machines.find(*run->resumes) : left.machines.end();
                    machineOfRun != left.machines.end()) {
                    run->machine = machineOfRun->second;
                    run->trainsThere = store.byId(*run->resumes).state == RunState::Running;
                }
                left.runs.push_back(*run);
            }
            return left;
        },
        [this](StoredQueue left) {
            std::vector<QueuedRun>& runs = left.runs;
            m_machines.merge(left.machines);
            if (left.hasLeftovers) cleanUpOtherMachines();
            // The user of the program may already have resumed one of these runs from the list of runs.
            std::erase_if(runs, [this](const QueuedRun& run) { return run.resumes && isBusy(*run.resumes); });
            // The program reconnects to runs that train on a machine of this computer's list. A run on any other
            // machine, for example one that was added on another computer, waits until the user of the program resumes
            // it.
            const auto isFollowed = [&](const QueuedRun& run) {
                return run.trainsThere &&
                       std::any_of(left.listed.begin(), left.listed.end(), [&](const Machine& known) {
                           return known.destination == run.machine.toStdString();
                       });
            };
            for (const QueuedRun& run : runs)
                if (isFollowed(run)) launch(run);
            std::erase_if(runs, isFollowed);
            m_interrupted = std::move(runs);
            if (!m_interrupted.empty() || isBusy()) emit queueChanged();
        });
}

void TrainingController::record(const std::vector<QueuedRun>& runs) {
    std::vector<QueuedTraining> stored;
    QStringList tickets;
    for (const QueuedRun& run : runs) {
        stored.push_back(toStore(run));
        tickets << run.ticket;
    }
    m_session.jobs().start(
        this, {.title = tr("Saving the queue"), .queue = WorkerQueue::Record},
        [stored = std::move(stored)](JobContext& context) { return QueueStore(context.workspace).put(stored); },
        [this, tickets](const std::vector<std::string>& names) { takeNames(tickets, names); });
}

void TrainingController::takeNames(const QStringList& tickets, const std::vector<std::string>& names) {
    bool changed = false;
    const auto take = [&](QueuedRun& run) {
        const qsizetype at = tickets.indexOf(run.ticket);
        if (at < 0 || !run.request.runName.empty() || run.name == names[std::size_t(at)]) return;
        run.name = names[std::size_t(at)];
        changed = true;
    };
    for (Entry& entry : m_entries) take(entry.run);
    for (QueuedRun& run : m_interrupted) take(run);
    if (changed) emit queueChanged();
}

void TrainingController::forget(const QStringList& tickets) {
    std::vector<std::string> stored;
    for (const QString& ticket : tickets) stored.push_back(ticket.toStdString());
    m_session.jobs().start(
        this, {.title = tr("Saving the queue"), .queue = WorkerQueue::Record},
        [stored = std::move(stored)](JobContext& context) { QueueStore(context.workspace).remove(stored); }, [] {});
}

void TrainingController::removeQueued(const QStringList& tickets) {
    m_removed.clear();
    for (std::size_t i = 1; i < m_entries.size(); ++i) {
        if (!tickets.contains(m_entries[i].run.ticket)) continue;
        m_removed.push_back(m_entries[i].run);
        m_session.jobs().cancel(m_entries[i].run.job);
    }
    const auto left = std::stable_partition(m_interrupted.begin(), m_interrupted.end(),
                                            [&](const QueuedRun& run) { return !tickets.contains(run.ticket); });
    m_removed.insert(m_removed.end(), left, m_interrupted.end());
    m_interrupted.erase(left, m_interrupted.end());
    QStringList removedTickets;
    for (const QueuedRun& run : m_removed) removedTickets << run.ticket;
    std::erase_if(m_entries, [&](const Entry& entry) { return removedTickets.contains(entry.run.ticket); });
    forget(removedTickets);
    describe();
    emit queueChanged();
}

namespace {

/// Moves each selected element past its neighbour that is not selected; false if nothing moves.
template <class Iterator, class IsMoved>
bool moveWithin(Iterator first, Iterator last, QueueMove move, const IsMoved& isMoved) {
    bool changed = false;
    const auto count = last - first;
    for (std::ptrdiff_t i = 1; i < count; ++i) {
        // Start with the selected element that is foremost in the direction of the move, so that adjacent ones move
        // together.
        const auto from = move == QueueMove::Earlier ? first + i : first + (count - 1 - i);
        const auto to = move == QueueMove::Earlier ? from - 1 : from + 1;
        if (!isMoved(*from) || isMoved(*to)) continue;
        std::iter_swap(from, to);
        changed = true;
    }
    return changed;
}

}  // namespace

bool TrainingController::canMove(const QStringList& tickets, QueueMove move) const {
    const auto isMoved = [&](const QueuedRun& run) { return tickets.contains(run.ticket); };
    std::vector<QueuedRun> waiting = queue(), interrupted = m_interrupted;
    return moveWithin(waiting.begin(), waiting.end(), move, isMoved) ||
           moveWithin(interrupted.begin(), interrupted.end(), move, isMoved);
}

void TrainingController::moveQueued(const QStringList& tickets, QueueMove move) {
    std::vector<Entry> entries = m_entries;
    if (entries.size() > 1 && moveWithin(entries.begin() + 1, entries.end(), move,
                                         [&](const Entry& entry) { return tickets.contains(entry.run.ticket); })) {
        std::vector<JobId> jobs;
        std::vector<QueuedRun> runs;
        for (auto entry = entries.begin() + 1; entry != entries.end(); ++entry) {
            jobs.push_back(entry->run.job);
            runs.push_back(entry->run);
        }
        // Fails if one of these runs has just started; then nothing is reordered.
        if (m_session.jobs().reorder(WorkerQueue::Training, jobs)) {
            m_entries = std::move(entries);
            recordOrder(runs);
        }
    }
    if (moveWithin(m_interrupted.begin(), m_interrupted.end(), move,
                   [&](const QueuedRun& run) { return tickets.contains(run.ticket); }))
        recordOrder(m_interrupted);
    emit queueChanged();
}

void TrainingController::recordOrder(const std::vector<QueuedRun>& runs) {
    std::vector<std::string> tickets;
    for (const QueuedRun& run : runs) tickets.push_back(run.ticket.toStdString());
    m_session.jobs().start(
        this, {.title = tr("Saving the queue"), .queue = WorkerQueue::Record},
        [tickets = std::move(tickets)](JobContext& context) { QueueStore(context.workspace).reorder(tickets); }, [] {});
}

void TrainingController::undoRemove() {
    const std::vector<QueuedRun> back = std::exchange(m_removed, {});
    record(back);
    for (const QueuedRun& run : back) {
        if (run.job == 0)
            m_interrupted.push_back(run);
        else
            launch(run);
    }
    describe();
    emit queueChanged();
}

}  // namespace recscope::ui
