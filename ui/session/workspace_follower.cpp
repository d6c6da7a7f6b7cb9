// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/workspace_follower.h"

#include <QCoreApplication>
#include <utility>
#include <vector>

#include "core/store/worker_presence.h"
#include "core/store/workspace.h"
#include "core/store/workspace_lock.h"
#include "ui/session/session.h"

namespace recscope::ui {

namespace {

/// The id of the process that writes to the workspace. If several workers of a plan write to it in turn, the id of one
/// of them.
std::optional<int> writerOf(Workspace& workspace) {
    const std::vector<LiveWorker> workers = WorkerPresence::live(workspace.path());
    if (!workers.empty()) return workers.front().process;
    const std::optional<int> process = WorkspaceLock::holder(workspace.path());
    return process && *process != int(QCoreApplication::applicationPid()) ? process : std::nullopt;
}

}  // namespace

WorkspaceFollower::WorkspaceFollower(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    constexpr int kCheckInterval = 1000;  // milliseconds
    m_timer.setInterval(kCheckInterval);
    connect(&m_timer, &QTimer::timeout, this, &WorkspaceFollower::checkWorkspace);
    m_timer.start();
    checkWorkspace();
}

void WorkspaceFollower::checkWorkspace() {
    m_session.jobs().start(
        this, {.title = tr("Looking for changes"), .latestOnly = QStringLiteral("followWorkspace")},
        [](JobContext& context) { return std::pair(context.workspace.version(), writerOf(context.workspace)); },
        [this](const std::pair<std::int64_t, std::optional<int>>& seen) {
            const auto& [version, writer] = seen;
            const bool isChanged = m_version && *m_version != version;
            m_version = version;
            if (isChanged) {
                m_session.refreshDatasets();
                m_session.refreshRuns();
            }
            const bool isFirst = !std::exchange(m_hasChecked, true);
            if (std::exchange(m_writer, writer) != writer || isFirst) emit writerChanged();
        },
        // Errors are ignored: the pages that read the file report them, and the timer starts another check.
        [](const QString&, const QString&) {});
}

}  // namespace recscope::ui
