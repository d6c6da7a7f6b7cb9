// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/workspace_follower.h"

#include <utility>

#include "core/store/workspace.h"
#include "core/store/workspace_lock.h"
#include "ui/session/session.h"

namespace recscope::ui {

WorkspaceFollower::WorkspaceFollower(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    constexpr int kLookEvery = 1000;  // milliseconds
    m_timer.setInterval(kLookEvery);
    connect(&m_timer, &QTimer::timeout, this, &WorkspaceFollower::look);
    m_timer.start();
    look();
}

void WorkspaceFollower::look() {
    m_session.jobs().start(
        this, {.title = tr("Looking for changes"), .latestOnly = QStringLiteral("followWorkspace")},
        [](JobContext& context) {
            return std::pair(context.workspace.version(), WorkspaceLock::holder(context.workspace.path()));
        },
        [this](const std::pair<std::int64_t, std::optional<int>>& seen) {
            const auto& [version, writer] = seen;
            const bool isChanged = m_version && *m_version != version;
            m_version = version;
            if (isChanged) {
                m_session.refreshDatasets();
                m_session.refreshRuns();
            }
            if (std::exchange(m_writer, writer) != writer) emit writerChanged();
        });
}

}  // namespace recscope::ui
