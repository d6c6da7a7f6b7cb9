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

    /// Lets running jobs finish safely, then opens the file. Told by `workspaceOpened` or `workspaceFailed`.
    void openWorkspace(const QString& path, JobRunner::IfMissing ifMissing);
    /// Shows why there is no workspace.
    void showFailure(const QString& path, const QString& sentence, const QString& hint);

    Session* session() const { return m_session.get(); }  ///< null while no workspace is open
    void showPage(const QString& page);
    /// The window is in English because no font can show this language: says so, and what helps.
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
    /// Ends what runs and deletes what was removed, then calls `then`. Asks first while something trains; not at all
    /// if the person stays.
    void whenDone(Leaving leaving, std::function<void()> then);
    void askToStop(Leaving leaving, std::function<void()> then);
    /// Calls `then` once no job runs, after asking all of them to stop.
    void whenIdle(std::function<void()> then);
    /// Calls `then` outside of event loops that a menu or a dialog runs: they go on in a widget of the view.
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

    // The view uses the session, the session the jobs: `closeWorkspace` takes them away in that order.
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
    int m_loopLevel = 1;  ///< of the program's own event loop
};

}  // namespace recscope::ui
