// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace recscope::ui {

class Session;
class WorkspaceFollower;

/// A line above all pages of a workspace that is open for reading only, because another process writes to it. Once that
/// process has ended, the line offers to open the workspace for writing.
class ReadingBar : public QFrame {
    Q_OBJECT
public:
    explicit ReadingBar(Session& session, QWidget* parent = nullptr);

signals:
    void reopenRequested();

private:
    void refresh();

    WorkspaceFollower* m_follower;
    QLabel* m_text;
    QPushButton* m_reopen;
};

}  // namespace recscope::ui
