// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

#include "core/store/run_store.h"

class QAction;
class QMenu;
class QToolButton;
class QWidget;

namespace recscope::ui {

struct RunExport;
class Session;
class TrainingController;

/// The actions on the selected runs, for a context menu and as buttons: explore, resume, show the settings, train
/// again, compare, export, trust the model, rename, remove. The tooltip of a disabled action gives the reason.
class RunActions : public QObject {
    Q_OBJECT
public:
    RunActions(Session& session, TrainingController& training, QWidget* parent);

    void setRuns(std::vector<RunRecord> selected);
    QList<QAction*> all() const;  ///< in the order of the menu
    QWidget* buttons() const { return m_buttons; }
    /// Shows or hides the text beside the icons.
    void setTextsShown(bool shown);

signals:
    void resumeRequested(const recscope::RunRecord& run);
    void settingsRequested(const recscope::RunRecord& run);
    /// Requests that the training form be filled with this run's settings.
    void repeatRequested(const recscope::RunRecord& run);
    void renameRequested();

private:
    QAction* add(const char* name, const QString& text, const char* icon);
    void addButton(QAction* action);
    void fillExportMenu();
    void describe();
    void compare();
    void remove();
    void exportRuns(const RunExport& runExport);
    void exportOne(const RunExport& runExport, const RunRecord& run);
    void exportAll(const RunExport& runExport);

    Session& m_session;
    TrainingController& m_training;
    QWidget *m_window, *m_buttons;
    QMenu* m_exportMenu;
    QAction *m_explore, *m_resume, *m_settings, *m_repeat, *m_compare, *m_export, *m_trust, *m_rename, *m_remove,
        *m_never;  ///< m_never: shows the items that the run recommends to nobody
    std::vector<QToolButton*> m_toolButtons;
    std::vector<RunRecord> m_runs;
};

}  // namespace recscope::ui
