// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>

#include "ui/frame/workspace_view.h"
#include "ui/jobs/job_runner.h"

class QLabel;
class QStackedLayout;

namespace recscope::ui {

class ClosingDialog;
enum class Leaving;
class ManualWindow;
class NoticeStack;
class Session;
class ShortcutsOverlay;
class StartScreen;
class WindowMenu;

/// The main window. It shows one workspace at a time, has the menu with its shortcuts and the notices, and accepts
/// dropped files.
class MainWindow : public QWidget {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Lets running jobs finish safely, then opens the file. Emits `workspaceOpened` or `workspaceFailed` at the end.
    void openWorkspace(const QString& path, JobRunner::IfMissing ifMissing);
    /// Shows the start screen with the reason why no workspace is open.
    void showFailure(const QString& path, const QString& sentence, const QString& hint);

    Session* session() const { return m_session.get(); }  ///< null while no workspace is open
    void showPage(PageId page);
    /// Notifies the user of the program that the window is in English because no installed font can show this language,
    /// and says what to do about it.
    void reportMissingFont(const QString& language);
    std::optional<PageId> currentPage() const;  ///< nothing while no workspace is open

signals:
    void workspaceOpened();
    void workspaceFailed(const QString& sentence, const QString& hint);

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeWindowWidgets();
    void switchLanguage(const QString& language);
    void recreateWidgets();
    void makeView(WorkspaceView::Opening opening);
    void makePageShortcuts();
    void askForWorkspace();
    void askForNewWorkspace();
    void askForWeights();
    void focusSearch();
    void showAbout();
    void showManual(const QString& chapter);
    /// Ends running jobs, permanently deletes the removed datasets and runs, then calls `then`. If that would interrupt
    /// a training or the queue, asks for confirmation first, and does not call `then` if the user of the program
    /// cancels.
    void whenDone(Leaving leaving, std::function<void()> then);
    void askToStop(Leaving leaving, std::function<void()> then);
    /// Requests all jobs to stop, and calls `then` once no job is left. Does nothing while an earlier call still waits.
    void whenIdle(std::function<void()> then);
    /// Calls `then`, which may delete the view, once no menu or dialog runs a nested event loop: such a loop returns
    /// into code of the view's widgets, which must still exist then.
    void whenNoNestedLoopRuns(const std::function<void()>& then);
    /// The part of `whenDone` after the confirmation.
    void finish(std::function<void()> then);
    bool isTraining() const;
    void startOpening();
    void showWorkspace();
    void deleteView();
    void closeWorkspace();
    void saveState() const;
    void restoreState();
    void applyTheme();
    void placeNotices();

    // The view uses the session, the session uses the jobs; `closeWorkspace` destroys them in that order.
    std::unique_ptr<JobRunner> m_jobs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<WorkspaceView> m_view;

    QStackedLayout* m_stack;
    StartScreen* m_start;
    NoticeStack* m_notices;
    ShortcutsOverlay* m_shortcuts;
    QLabel* m_dropHint;
    WindowMenu* m_menu;
    QPointer<ManualWindow> m_manual;
    QString m_path;
    JobRunner::IfMissing m_ifMissing = JobRunner::IfMissing::Create;
    QPointer<ClosingDialog> m_closing;
    bool m_waitsForIdle = false;
    int m_loopLevel = 1;  ///< nesting level of the application's main event loop
};

}  // namespace recscope::ui
