// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "core/remote/machine.h"
#include "ui/runs/queued_run.h"

namespace recscope::ui {

class Session;

/// What the workspace and this computer's list of machines say about runs on other machines.
struct StoredMachines {
    std::map<RunId, QString> machines;  ///< ssh destination of the machine of each run on another machine
    std::vector<Machine> listed;        ///< this computer's list; not read if no run is on another machine
    bool hasLeftovers = false;          ///< other machines still have folders of runs that were removed or copied back
};

/// Knows which runs train or were stopped on other machines, decides to which of them the program reconnects by itself,
/// and deletes what removed runs left there.
class RemoteTrainings : public QObject {
    Q_OBJECT
public:
    explicit RemoteTrainings(Session& session, QObject* parent = nullptr);

    /// The machine that the run trains on or was stopped on; none = it is not known to be on another machine.
    std::optional<QString> machineOf(RunId run) const;
    void setMachine(RunId run, const QString& machine) { m_machines[run] = machine; }
    /// Adds the machines that an earlier process stored; deletes the folders that it left on other machines.
    void add(const StoredMachines& stored);

    /// Reads the state for `add`. Call in a job. Throws Error(Workspace) if SQLite fails.
    static StoredMachines read(Workspace& workspace);
    /// Sets the machine of a run that an earlier process left in the queue, and whether the run still trains there.
    /// Call in a job. Throws Error(Workspace) if SQLite fails.
    static void setMachine(QueuedRun& run, const StoredMachines& stored, Workspace& workspace);
    /// True if the program reconnects to this run by itself: it trains on a machine of this computer's list. A run on
    /// any other machine, for example one that was added on another computer, waits until the user of the program
    /// resumes it.
    static bool isFollowed(const QueuedRun& run, const std::vector<Machine>& listed);
    /// The machine to train `run` on, now; none = this machine. Call in a job. Throws Error(Input) if the machine is
    /// not in this computer's list.
    static std::optional<Machine> findMachine(const QueuedRun& run, Workspace& workspace);

private:
    void cleanUp();

    Session& m_session;
    std::map<RunId, QString> m_machines;  ///< for runs on other machines: where the run trains or was stopped
    std::size_t m_hiddenRuns = 0;         ///< number of removed runs when the other machines were last cleaned up
};

}  // namespace recscope::ui
