// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>
#include <functional>
#include <memory>

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

/// The window: one workspace at a time, the menu and its shortcuts, notices, files dropped onto it.
class MainWindow : public QWidget {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Lets running jobs finish safely, then opens the file. Emits `workspaceOpened` or `workspaceFailed` at the end.
    void openWorkspace(const QString& path, JobRunner::IfMissing ifMissing);
    /// Shows why there is no workspace.
    void showFailure(const QString& path, const QString& sentence, const QString& hint);

    Session* session() const { return m_session.get(); }  ///< null while no workspace is open
    void showPage(const QString& page);
    /// Notifies the person that the window is in English because no font can show this language, with a remedy.
    void reportMissingFont(const QString& language);
    QString currentPage() const;

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
    void makeMenu();
    void turnTo(const QString& language);
    void makeTextsAgain();
    void makeView(WorkspaceView::Opening opening);
    void makePageShortcuts();
    void askForWorkspace();
    void askForNewWorkspace();
    void askForWeights();
    void focusSearch();
    void showAbout();
    void showManual(const QString& chapter);
    /// Ends running jobs and deletes what was removed, then calls `then`. Asks first while a run trains, and does not
    /// call `then` if the person cancels.
    void whenDone(Leaving leaving, std::function<void()> then);
    void askToStop(Leaving leaving, std::function<void()> then);
    /// Requests all jobs to stop; calls `then` once no job runs.
    void whenIdle(std::function<void()> then);
    /// Calls `then` outside of nested event loops of menus and dialogs, which continue in widgets of the view.
    void whenNobodyWaits(const std::function<void()>& then);
    void finish(std::function<void()> then);
    bool isTraining() const;
    void startOpening();
    void showWorkspace();
    void takeViewAway();
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
    int m_loopLevel = 1;  ///< level of the application's main event loop
};

}  // namespace recscope::ui
