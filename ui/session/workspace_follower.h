// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <optional>

namespace recscope::ui {

class Session;

/// Follows a workspace that is open for reading only: reads the session's lists again whenever another process has
/// written to the workspace.
class WorkspaceFollower : public QObject {
    Q_OBJECT
public:
    explicit WorkspaceFollower(Session& session, QObject* parent = nullptr);

    /// The id of the process that writes to the workspace; none if no process does, or before the first check.
    std::optional<int> writer() const { return m_writer; }

    bool hasChecked() const { return m_hasChecked; }  ///< false until the first check has ended

signals:
    void writerChanged();  ///< the first check has ended, or `writer` has changed

private:
    void checkWorkspace();

    Session& m_session;
    QTimer m_timer;
    std::optional<std::int64_t> m_version;  ///< version of the workspace at the last check
    std::optional<int> m_writer;
    bool m_hasChecked = false;
};

}  // namespace recscope::ui
