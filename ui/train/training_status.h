// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "core/store/run_store.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace recscope::ui {

class Session;
class TrainingController;

/// One line that says what trains, how fast and how long still, with Pause and Stop; afterwards how it ended and where
/// to go from there; below it the runs that wait.
class TrainingStatus : public QWidget {
    Q_OBJECT
public:
    TrainingStatus(Session& session, TrainingController& training, QWidget* parent = nullptr);

    QString text() const;

private:
    void refresh();
    void refreshQueue();
    void setEnd(const QString& text, bool failed);

    Session& m_session;
    TrainingController& m_training;
    QLabel *m_text, *m_detail;
    QProgressBar* m_bar;
    QPushButton *m_pause, *m_stop, *m_explore, *m_dismiss;
    QWidget* m_queue;
    std::optional<RunId> m_ended;
    QString m_endText;
    bool m_failed = false;
};

}  // namespace recscope::ui
