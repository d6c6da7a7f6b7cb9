// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/widgets/update_when_visible.h"

class QFrame;
class QLabel;
class QPushButton;
class QToolButton;

namespace recscope::ui {

struct QueuedRun;
class CellTable;
class Session;
class TrainingController;

/// Lists the run in training, the waiting runs and the runs left by an earlier process, each with its dataset, its seed
/// and the config values that differ between the runs. Waiting runs can be moved and removed; a removal can be undone.
class QueuePanel : public QWidget {
    Q_OBJECT
public:
    QueuePanel(Session& session, TrainingController& training, QWidget* parent = nullptr);

    /// The buttons that act on the queue. They are not in the panel's layout: the parent widget adds them to its own.
    QWidget* actions() const { return m_actions; }
    /// The title with the number of runs that wait or were interrupted earlier, if any: "Queue", "Queue (2)".
    QString title() const;

signals:
    void titleChanged();

private:
    QToolButton* makeButton(const char* name, const QString& text, const char* icon, const QString& toolTip);
    void refresh();
    void addMoves();
    void addRow(const QueuedRun& run, const QString& state, const QStringList& values);
    void describeUndo();
    void describeActions();
    QStringList selectedTickets() const;  ///< the tickets (ids in the queue) of the selected runs
    QStringList allTickets() const;
    void applyTheme();

    UpdateWhenVisible m_updater{*this, [this] { refresh(); }};
    Session& m_session;
    TrainingController& m_training;
    CellTable* m_view;
    QWidget* m_actions;
    QToolButton *m_resume, *m_earlier, *m_later, *m_drop, *m_clear;
    QFrame* m_undo;
    QLabel* m_undoText;
};

}  // namespace recscope::ui
