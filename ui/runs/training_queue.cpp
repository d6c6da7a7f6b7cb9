// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/training_queue.h"

#include <QUuid>
#include <algorithm>
#include <utility>

#include "core/recommender/registry.h"
#include "ui/runs/training_launcher.h"

namespace recscope::ui {

TrainingQueue::TrainingQueue(JobRunner& jobs, TrainingLauncher& launcher, QObject* parent)
    : QObject(parent), m_jobs(jobs), m_launcher(launcher) {}

std::vector<QueuedRun> TrainingQueue::waiting() const {
    return m_runs.empty() ? m_runs : std::vector(m_runs.begin() + 1, m_runs.end());
}

bool TrainingQueue::contains(RunId run) const {
    return std::any_of(m_runs.begin(), m_runs.end(), [run](const QueuedRun& other) { return other.resumes == run; });
}

const QueuedRun* TrainingQueue::findSameTraining(DatasetId dataset, const RunConfig& config) const {
    const auto same = [&](const QueuedRun& run) {
        return run.request.dataset == dataset && run.request.config == config;
    };
    for (const QueuedRun& run : m_runs)
        if (same(run)) return &run;
    for (const QueuedRun& run : m_interrupted)
        if (same(run)) return &run;
    return nullptr;
}

void TrainingQueue::append(const std::vector<TrainRequest>& requests, const std::vector<std::string>& names,
                           const QString& machine) {
    std::vector<QueuedRun> added;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const TrainRequest& request = requests[i];
        const bool requested = std::any_of(added.begin(), added.end(), [&](const QueuedRun& other) {
            return other.request.dataset == request.dataset && other.request.config == request.config;
        });
        if (requested || findSameTraining(request.dataset, request.config)) continue;
        QueuedRun run;
        run.ticket = QUuid::createUuid().toString(QUuid::WithoutBraces);
        run.request = request;
        run.machine = machine;
        if (i < names.size()) run.name = run.stem = names[i];
        added.push_back(run);
    }
    if (added.empty()) return;
    m_removed.clear();
    record(added);  // before the first run requests its name
    for (const QueuedRun& run : added) launch(run);
    emit changed();
}

void TrainingQueue::appendResumed(const RunRecord& record, DeviceChoice device, const std::optional<QString>& machine) {
    if (contains(record.id)) return;
    QueuedRun run;
    run.ticket = QUuid::createUuid().toString(QUuid::WithoutBraces);
    // An interrupted run keeps its queue entry.
    const auto left = std::find_if(m_interrupted.begin(), m_interrupted.end(),
                                   [&](const QueuedRun& other) { return other.resumes == record.id; });
    if (left != m_interrupted.end()) {
        run = *left;
        m_interrupted.erase(left);
    }
    run.request.dataset = record.dataset;
    run.request.config = configFromJson(record.config);
    run.request.runName = record.name;
    run.request.device = device;
    run.resumes = record.id;
    run.trainsThere = false;
    if (machine) run.machine = *machine;
    run.epochsDone = record.epochsDone;
    launch(run);
    this->record({run});
    emit changed();
}

std::vector<QueuedRun> TrainingQueue::read(Workspace& workspace) {
    std::vector<QueuedRun> left;
    RunStore store(workspace);
    for (const QueuedTraining& stored : QueueStore(workspace).list())
        if (const auto run = fromStore(stored, store)) left.push_back(*run);
    return left;
}

void TrainingQueue::restore(const std::vector<QueuedRun>& followed, std::vector<QueuedRun> interrupted) {
    // The user of the program may already have resumed one of these runs from the list of runs.
    const auto isResumed = [this](const QueuedRun& run) { return run.resumes && contains(*run.resumes); };
    std::erase_if(interrupted, isResumed);
    for (const QueuedRun& run : followed)
        if (!isResumed(run)) launch(run);
    m_interrupted = std::move(interrupted);
    if (!m_interrupted.empty() || !m_runs.empty()) emit changed();
}

void TrainingQueue::resumeInterrupted() {
    for (const QueuedRun& run : std::exchange(m_interrupted, {})) launch(run);
    emit changed();
}

void TrainingQueue::postponeResume() {
    m_isResumePostponed = true;
    emit changed();
}

void TrainingQueue::launch(QueuedRun run) {
    run.job = m_launcher.launch(run);
    m_runs.push_back(std::move(run));
}

void TrainingQueue::setStarted(JobId job, const RunRecord& record) {
    const auto run =
        std::find_if(m_runs.begin(), m_runs.end(), [job](const QueuedRun& other) { return other.job == job; });
    if (run == m_runs.end()) return;
    run->resumes = record.id;
    run->request.runName = record.name;
    this->record({*run});
}

std::optional<QueuedRun> TrainingQueue::takeEnded(JobId job) {
    const auto found =
        std::find_if(m_runs.begin(), m_runs.end(), [job](const QueuedRun& run) { return run.job == job; });
    if (found == m_runs.end()) return {};
    QueuedRun run = std::move(*found);
    if (!m_isKept) forget({run.ticket});
    m_runs.erase(found);
    return run;
}

void TrainingQueue::record(const std::vector<QueuedRun>& runs) {
    std::vector<QueuedTraining> stored;
    QStringList tickets;
    for (const QueuedRun& run : runs) {
        stored.push_back(toStore(run));
        tickets << run.ticket;
    }
    m_jobs.start(
        this, {.title = tr("Saving the queue"), .queue = WorkerQueue::Record},
        [stored = std::move(stored)](JobContext& context) { return QueueStore(context.workspace).put(stored); },
        [this, tickets](const std::vector<std::string>& names) { takeNames(tickets, names); });
}

void TrainingQueue::takeNames(const QStringList& tickets, const std::vector<std::string>& names) {
    bool isRenamed = false;
    const auto take = [&](QueuedRun& run) {
        const qsizetype at = tickets.indexOf(run.ticket);
        if (at < 0 || !run.request.runName.empty() || run.name == names[std::size_t(at)]) return;
        run.name = names[std::size_t(at)];
        isRenamed = true;
    };
    for (QueuedRun& run : m_runs) take(run);
    for (QueuedRun& run : m_interrupted) take(run);
    if (isRenamed) emit changed();
}

void TrainingQueue::forget(const QStringList& tickets) {
    std::vector<std::string> stored;
    for (const QString& ticket : tickets) stored.push_back(ticket.toStdString());
    m_jobs.start(
        this, {.title = tr("Saving the queue"), .queue = WorkerQueue::Record},
        [stored = std::move(stored)](JobContext& context) { QueueStore(context.workspace).remove(stored); }, [] {});
}

void TrainingQueue::remove(const QStringList& tickets) {
    m_removed.clear();
    for (std::size_t i = 1; i < m_runs.size(); ++i) {
        if (!tickets.contains(m_runs[i].ticket)) continue;
        m_removed.push_back(m_runs[i]);
        m_launcher.drop(m_runs[i].job);
    }
    const auto left = std::stable_partition(m_interrupted.begin(), m_interrupted.end(),
                                            [&](const QueuedRun& run) { return !tickets.contains(run.ticket); });
    m_removed.insert(m_removed.end(), left, m_interrupted.end());
    m_interrupted.erase(left, m_interrupted.end());
    QStringList removedTickets;
    for (const QueuedRun& run : m_removed) removedTickets << run.ticket;
    std::erase_if(m_runs, [&](const QueuedRun& run) { return removedTickets.contains(run.ticket); });
    forget(removedTickets);
    emit changed();
}

namespace {

/// Moves each element for which `isMoved` is true past its neighbour for which it is false; false if nothing moves.
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

bool TrainingQueue::canMove(const QStringList& tickets, QueueMove move) const {
    const auto isMoved = [&](const QueuedRun& run) { return tickets.contains(run.ticket); };
    std::vector<QueuedRun> waiting = this->waiting(), interrupted = m_interrupted;
    return moveWithin(waiting.begin(), waiting.end(), move, isMoved) ||
           moveWithin(interrupted.begin(), interrupted.end(), move, isMoved);
}

void TrainingQueue::move(const QStringList& tickets, QueueMove move) {
    const auto isMoved = [&](const QueuedRun& run) { return tickets.contains(run.ticket); };
    std::vector<QueuedRun> waiting = this->waiting();
    if (moveWithin(waiting.begin(), waiting.end(), move, isMoved)) {
        std::vector<JobId> jobs;
        for (const QueuedRun& run : waiting) jobs.push_back(run.job);
        // Fails if one of these runs has just started; then nothing is reordered.
        if (m_launcher.reorder(jobs)) {
            std::copy(waiting.begin(), waiting.end(), m_runs.begin() + 1);
            recordOrder(waiting);
        }
    }
    if (moveWithin(m_interrupted.begin(), m_interrupted.end(), move, isMoved)) recordOrder(m_interrupted);
    emit changed();
}

void TrainingQueue::recordOrder(const std::vector<QueuedRun>& runs) {
    std::vector<std::string> tickets;
    for (const QueuedRun& run : runs) tickets.push_back(run.ticket.toStdString());
    m_jobs.start(
        this, {.title = tr("Saving the queue"), .queue = WorkerQueue::Record},
        [tickets = std::move(tickets)](JobContext& context) { QueueStore(context.workspace).reorder(tickets); }, [] {});
}

void TrainingQueue::undoRemove() {
    const std::vector<QueuedRun> back = std::exchange(m_removed, {});
    record(back);
    for (const QueuedRun& run : back) {
        if (run.job == 0)
            m_interrupted.push_back(run);
        else
            launch(run);
    }
    emit changed();
}

}  // namespace recscope::ui
