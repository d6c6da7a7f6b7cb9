// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/remote_trainings.h"

#include <algorithm>

#include "core/remote/machine_list.h"
#include "core/remote/remote_training.h"
#include "core/store/remote_store.h"
#include "core/util/error.h"
#include "ui/session/session.h"

namespace recscope::ui {

RemoteTrainings::RemoteTrainings(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    connect(&session, &Session::runsChanged, this, [this] {
        if (m_machines.empty() || m_session.hiddenRuns().size() == m_hiddenRuns) return;
        m_hiddenRuns = m_session.hiddenRuns().size();
        cleanUp();
    });
}

std::optional<QString> RemoteTrainings::machineOf(RunId run) const {
    const auto entry = m_machines.find(run);
    return entry == m_machines.end() ? std::nullopt : std::optional(entry->second);
}

void RemoteTrainings::add(const StoredMachines& stored) {
    m_machines.insert(stored.machines.begin(), stored.machines.end());
    if (stored.hasLeftovers) cleanUp();
}

// Deletes the folders on other machines of runs that were removed or already copied back, and ends trainings that still
// run in these folders.
void RemoteTrainings::cleanUp() {
    m_session.jobs().start(
        this, {.title = tr("Tidying up on other machines"), .queue = WorkerQueue::Import},
        [](JobContext& context) {
            if (RemoteStore(context.workspace).leftovers().empty()) return;
            removeLeftovers(context.workspace, readMachines(machineListPath()), context.stop);
        },
        [] {});
}

StoredMachines RemoteTrainings::read(Workspace& workspace) {
    StoredMachines left;
    for (const RemoteRun& remote : RemoteStore(workspace).list())
        left.machines[remote.run] = QString::fromStdString(remote.machine);
    left.hasLeftovers = !RemoteStore(workspace).leftovers().empty();
    try {
        if (!left.machines.empty()) left.listed = readMachines(machineListPath());
    } catch (const Error&) {
        // If the list of machines cannot be read, the program does not reconnect to runs that train on other
        // machines. The error is reported when such a run is resumed.
    }
    return left;
}

void RemoteTrainings::setMachine(QueuedRun& run, const StoredMachines& stored, Workspace& workspace) {
    const auto machineOfRun = run.resumes ? stored.machines.find(*run.resumes) : stored.machines.end();
    if (machineOfRun == stored.machines.end()) return;
    run.machine = machineOfRun->second;
    run.trainsThere = RunStore(workspace).byId(*run.resumes).state == RunState::Running;
}

bool RemoteTrainings::isFollowed(const QueuedRun& run, const std::vector<Machine>& listed) {
    return run.trainsThere && std::any_of(listed.begin(), listed.end(), [&](const Machine& known) {
               return known.destination == run.machine.toStdString();
           });
}

std::optional<Machine> RemoteTrainings::findMachine(const QueuedRun& run, Workspace& workspace) {
    // The machine is read from the workspace again, because an earlier reading may be outdated.
    std::string machine = run.machine.toStdString();
    if (const auto stored = run.resumes ? RemoteStore(workspace).of(*run.resumes) : std::nullopt; stored)
        machine = stored->machine;
    return machine.empty() ? std::nullopt : std::optional(listedMachine(machineListPath(), machine));
}

}  // namespace recscope::ui
