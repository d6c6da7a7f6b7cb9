// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/main_window.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QShortcut>
#include <QStackedLayout>
#include <QThread>
#include <QTimer>
#include <QUrl>
#include <algorithm>

#include "core/util/language.h"
#include "ui/frame/closing_dialog.h"
#include "ui/frame/fit_on_screen.h"
#include "ui/frame/manual_window.h"
#include "ui/frame/notice_stack.h"
#include "ui/frame/pages.h"
#include "ui/frame/saved_copy.h"
#include "ui/frame/shortcuts_overlay.h"
#include "ui/frame/start_screen.h"
#include "ui/frame/window_language.h"
#include "ui/frame/window_menu.h"
#include "ui/frame/workspace_view.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/train/adopt_dialog.h"
#include "ui/train/adopt_lists_job.h"
#include "ui/widgets/button_access.h"
#include "ui/widgets/metric_tips.h"
#include "ui/widgets/popup_keys.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/wheel_guard.h"

namespace recscope::ui {

namespace {

constexpr int kUnwindMilliseconds = 20;  ///< between two checks whether a nested event loop has ended
constexpr QSize kMinSize(1024, 700), kFirstSize(1440, 900);  ///< pixels; kFirstSize: at the first start
const char* const kSuffix = ".recscope";
const char* const kWeightsSuffix = ".safetensors";

/// Files with weights, including pickled formats that are refused with a hint on how to convert them.
bool isWeights(const QString& file) {
    const QStringList suffixes{QString::fromLatin1(kWeightsSuffix), QStringLiteral(".pt"), QStringLiteral(".pth"),
                               QStringLiteral(".ckpt")};
    return std::any_of(suffixes.begin(), suffixes.end(),
                       [&](const QString& suffix) { return file.endsWith(suffix, Qt::CaseInsensitive); });
}

/// The local file that is dragged; empty if there is none or more than one.
QString draggedFile(const QMimeData* data) {
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QWidget(parent),
      m_stack(new QStackedLayout(this)),
      m_start(nullptr),
      m_notices(new NoticeStack(this)),
      m_shortcuts(nullptr),
      m_dropHint(new QLabel(this)),
      m_menu(nullptr) {
    clickForScreenReaders();
    scrollPastInputs();
    keepKeysInPopups();
    keepWindowsOnScreen();
    explainMetrics();
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("RecScope"));
    setMinimumSize(kMinSize);
    setAcceptDrops(true);
    m_dropHint->setObjectName(QStringLiteral("dropHint"));
    m_dropHint->setAlignment(Qt::AlignCenter);
    m_dropHint->hide();
    connect(&Theme::instance(), &Theme::changed, this, &MainWindow::applyTheme);
    makeWindowWidgets();
    makePageShortcuts();
    restoreState();
    QTimer::singleShot(0, this, [this] { m_loopLevel = QThread::currentThread()->loopLevel(); });
    applyTheme();
}

MainWindow::~MainWindow() {
    closeWorkspace();
}

/// Creates the widgets that are needed even without a workspace.
void MainWindow::makeWindowWidgets() {
    delete m_start;
    delete m_shortcuts;
    delete m_menu;
    delete m_manual;  // its text is in the previous language
    m_start = new StartScreen(this);
    m_shortcuts = new ShortcutsOverlay(this);
    m_menu = new WindowMenu(this);
    m_stack->addWidget(m_start);
    connect(m_start, &StartScreen::retryClicked, this, [this] { openWorkspace(m_path, m_ifMissing); });
    connect(m_start, &StartScreen::openClicked, this, &MainWindow::askForWorkspace);
    connect(m_start, &StartScreen::newClicked, this, &MainWindow::askForNewWorkspace);
    connect(m_menu, &WindowMenu::newRequested, this, &MainWindow::askForNewWorkspace);
    connect(m_menu, &WindowMenu::openRequested, this, &MainWindow::askForWorkspace);
    connect(m_menu, &WindowMenu::recentRequested, this,
            [this](const QString& path) { openWorkspace(path, JobRunner::IfMissing::Fail); });
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        m_menu->setCopyChoices(m_session != nullptr, m_session ? m_session->datasets() : std::vector<DatasetInfo>());
    });
    connect(m_menu, &WindowMenu::copyRequested, this,
            [this](const std::optional<DatasetId>& dataset, const QString& name) {
                if (m_session) saveCopy(*m_session, dataset, name, this);
            });
    connect(m_menu, &WindowMenu::importRequested, this, [this] {
        if (m_session) m_session->offerImport({});
    });
    connect(m_menu, &WindowMenu::adoptRequested, this, &MainWindow::askForWeights);
    connect(m_menu, &WindowMenu::searchRequested, this, &MainWindow::focusSearch);
    connect(m_menu, &WindowMenu::languageRequested, this, &MainWindow::switchLanguage, Qt::QueuedConnection);
    connect(m_menu, &WindowMenu::shortcutsRequested, m_shortcuts, &ShortcutsOverlay::toggle);
    connect(m_shortcuts, &ShortcutsOverlay::manualRequested, m_menu, &WindowMenu::manualRequested);
    connect(m_menu, &WindowMenu::manualRequested, this, [this] { showManual(QLatin1String(ManualWindow::kContents)); });
    connect(m_menu, &WindowMenu::glossaryRequested, this,
            [this] { showManual(QLatin1String(ManualWindow::kGlossary)); });
    connect(m_menu, &WindowMenu::aboutRequested, this, &MainWindow::showAbout);
    connect(m_menu, &WindowMenu::quitRequested, this, &QWidget::close);
}

void MainWindow::switchLanguage(const QString& language) {
    storeLanguageChoice(language);
    setWindowLanguage(readableLanguage(language));
    whenNoNestedLoopRuns([this, language] {
        recreateWidgets();
        if (readableLanguage(language) != language)
            reportMissingFont(language.isEmpty() ? QString::fromStdString(systemLanguage()) : language);
    });
}

/// Widgets get their texts when they are created, so a change of language creates all of them again. The session stays:
/// the chosen dataset and run, all jobs, the training with its curves and queue.
void MainWindow::recreateWidgets() {
    if (m_view) m_view->saveState();
    deleteView();
    makeWindowWidgets();
    if (!m_session) {
        if (!m_path.isEmpty()) openWorkspace(m_path, m_ifMissing);
        return;
    }
    makeView(WorkspaceView::Opening::Again);
    // The jobs of a deleted page (an import, an evaluation) no longer report their end to it, so the session reads its
    // lists again whenever a job of the strip ends.
    connect(m_jobs.get(), &JobRunner::stripChanged, m_session.get(), &Session::refreshDatasets, Qt::UniqueConnection);
    connect(m_jobs.get(), &JobRunner::stripChanged, m_session.get(), &Session::refreshRuns, Qt::UniqueConnection);
}

void MainWindow::makePageShortcuts() {
    int key = Qt::Key_1;
    for (const PageEntry& entry : pageEntries())
        connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key(key++)), this), &QShortcut::activated, this,
                [this, id = entry.id] { showPage(id); });
}

void MainWindow::openWorkspace(const QString& path, JobRunner::IfMissing ifMissing) {
    whenDone(Leaving::Workspace, [this, path, ifMissing] {
        whenNoNestedLoopRuns([this, path, ifMissing] {
            closeWorkspace();
            m_path = path;
            m_ifMissing = ifMissing;
            startOpening();
        });
    });
}

void MainWindow::whenNoNestedLoopRuns(const std::function<void()>& then) {
    if (QThread::currentThread()->loopLevel() <= m_loopLevel) return then();
    QTimer::singleShot(kUnwindMilliseconds, this, [this, then] { whenNoNestedLoopRuns(then); });
}

void MainWindow::startOpening() {
    m_start->showOpening(QDir::toNativeSeparators(m_path));
    m_stack->setCurrentWidget(m_start);
    placeNotices();
    m_jobs = std::make_unique<JobRunner>(m_path.toStdString(), nullptr, m_ifMissing);
    // Every job opens the file first, so an empty job is enough.
    m_jobs->start(
        this, {.title = tr("Opening the workspace")}, [](JobContext&) {}, [this] { showWorkspace(); },
        [this](const QString& sentence, const QString& hint) { showFailure(m_path, sentence, hint); });
}

void MainWindow::showFailure(const QString& path, const QString& sentence, const QString& hint) {
    m_path = path;
    m_start->showFailure(QDir::toNativeSeparators(path), sentence, hint);
    m_stack->setCurrentWidget(m_start);
    emit workspaceFailed(sentence, hint);
}

void MainWindow::showWorkspace() {
    m_session = std::make_unique<Session>(*m_jobs);
    connect(m_session.get(), &Session::notified, m_notices, &NoticeStack::notify);
    connect(
        m_session.get(), &Session::offered, m_notices,
        [this](const QString& sentence, const QString& hint, const QString& action, const std::function<void()>& act) {
            const QPointer<Session> session(m_session.get());
            m_notices->offer(sentence, hint, Severity::Info, {action, [session, act] {
                                                                  if (session) act();
                                                              }});
        });
    connect(m_jobs.get(), &JobRunner::jobFailed, m_notices,
            [this](const QString&, const QString& message, const QString& hint) {
                m_notices->notify(message, hint, Severity::Error);
            });
    connect(m_session.get(), &Session::datasetChanged, m_notices, &NoticeStack::dismissWarnings);
    makeView(WorkspaceView::Opening::First);
    WindowMenu::rememberRecent(QFileInfo(m_path).absoluteFilePath());
    emit workspaceOpened();
}

void MainWindow::makeView(WorkspaceView::Opening opening) {
    m_view = std::make_unique<WorkspaceView>(*m_session, m_menu, opening, this);
    connect(m_view.get(), &WorkspaceView::stripResized, this, &MainWindow::placeNotices);
    connect(
        m_view.get(), &WorkspaceView::reopenRequested, this, [this] { openWorkspace(m_path, m_ifMissing); },
        Qt::QueuedConnection);  // opening deletes the view
    connect(m_view.get(), &WorkspaceView::pageShown, m_notices, &NoticeStack::dismissWarnings);
    m_stack->addWidget(m_view.get());
    m_stack->setCurrentWidget(m_view.get());
    m_view->setFocus();  // otherwise the first button would get the focus on every page
    setWindowTitle(tr("%1 – RecScope").arg(QFileInfo(m_path).completeBaseName()));
    placeNotices();
}

/// Deletes the pages and the dialogs that they opened, because they refer to the session and show texts in the old
/// language. The manual stays open, because it does not refer to the session.
void MainWindow::deleteView() {
    for (QDialog* dialog : findChildren<QDialog*>(Qt::FindDirectChildrenOnly))
        if (dialog != m_closing && dialog != m_manual) delete dialog;
    m_view.reset();
}

void MainWindow::closeWorkspace() {
    if (m_view) m_view->saveState();
    deleteView();
    m_session.reset();
    m_jobs.reset();
}

bool MainWindow::isTraining() const {
    return m_session && trainingOf(*m_session).isBusy();
}

void MainWindow::whenDone(Leaving leaving, std::function<void()> then) {
    if (!isTraining()) return finish(std::move(then));
    if (!trainingOf(*m_session).continuesWithoutWindow()) return askToStop(leaving, std::move(then));
    trainingOf(*m_session).keepQueue();
    finish(std::move(then));
}

void MainWindow::askToStop(Leaving leaving, std::function<void()> then) {
    if (m_closing) {
        m_closing->raise();
        return;
    }
    m_closing = new ClosingDialog(trainingOf(*m_session), leaving, this);
    m_closing->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_closing, &ClosingDialog::stopRequested, this, [this, then = std::move(then)] {
        trainingOf(*m_session).keepQueue();
        finish([this, then] {
            delete m_closing;
            then();
        });
    });
    m_closing->open();
}

void MainWindow::finish(std::function<void()> then) {
    whenIdle([this, then = std::move(then)] {
        if (!m_session || (m_session->removedDatasets().empty() && m_session->removedRuns().empty())) return then();
        // Queued, because `then` destroys the JobRunner that calls it.
        m_session->finishRemovals([this, then] { QMetaObject::invokeMethod(this, then, Qt::QueuedConnection); });
    });
}

void MainWindow::whenIdle(std::function<void()> then) {
    if (m_waitsForIdle) return;
    if (!m_jobs || m_jobs->isIdle()) {
        then();
        return;
    }
    m_waitsForIdle = true;
    if (!m_closing) m_notices->notify(tr("Finishing the running jobs…"), {}, Severity::Info);
    // Queued, because `then` destroys the JobRunner whose signal is being handled.
    connect(
        m_jobs.get(), &JobRunner::becameIdle, this,
        [this, then = std::move(then)] {
            m_waitsForIdle = false;
            then();
        },
        Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
    m_jobs->cancelAll();
}

void MainWindow::showPage(PageId page) {
    if (m_view) m_view->showPage(page);
}

std::optional<PageId> MainWindow::currentPage() const {
    return m_view ? std::optional(m_view->currentPage()) : std::nullopt;
}

void MainWindow::askForWorkspace() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a workspace"), QFileInfo(m_path).absolutePath(),
                                                      tr("RecScope workspaces (*%1)").arg(kSuffix));
    if (!path.isEmpty()) openWorkspace(path, JobRunner::IfMissing::Fail);
}

void MainWindow::askForNewWorkspace() {
    QString path = QFileDialog::getSaveFileName(this, tr("New workspace"), QFileInfo(m_path).absolutePath(),
                                                tr("RecScope workspaces (*%1)").arg(kSuffix), nullptr,
                                                QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty()) return;
    // An existing workspace is opened, never overwritten.
    if (!path.endsWith(QLatin1String(kSuffix))) path += QLatin1String(kSuffix);
    openWorkspace(path, JobRunner::IfMissing::Create);
}

void MainWindow::askForWeights() {
    if (!m_session) return;
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Adopt a model, weights or recommendations made elsewhere, or a run archive"), {},
        tr("Models, weights and lists (%1)")
            .arg("*.safetensors *.pt *.pth *.csv *.tsv *.txt *.json *.jsonl *.parquet"));
    if (path.isEmpty()) return;
    if (isWeights(path))
        offerWeights(*m_session, path, m_view.get());
    else
        adoptLists(*m_session, path);
}

void MainWindow::focusSearch() {
    // Object names of search inputs contain "search": userSearch, itemSearch.
    for (QLineEdit* line : findChildren<QLineEdit*>())
        if (line->isVisible() && line->objectName().contains(QLatin1String("search"), Qt::CaseInsensitive)) {
            line->setFocus(Qt::ShortcutFocusReason);
            line->selectAll();
            return;
        }
}

void MainWindow::showManual(const QString& chapter) {
    if (!m_manual) m_manual = new ManualWindow(this);
    m_manual->show();  // shown first, because the pictures in the text are scaled to its width
    m_manual->showChapter(chapter);
    m_manual->raise();
    m_manual->activateWindow();
}

void MainWindow::showAbout() {
    m_notices->notify(
        tr("RecScope %1: look inside a sequential recommender.").arg(QCoreApplication::applicationVersion()),
        tr("Free software under the GNU General Public License, version 3 or later."), Severity::Info);
}

void MainWindow::reportMissingFont(const QString& language) {
    const auto [sentence, hint] = missingFontText(language);
    m_notices->notify(sentence + QLatin1Char(' ') + tr("The window is in English."), hint, Severity::Error);
}

bool MainWindow::event(QEvent* event) {
    if (event->type() != SavingEvent::kind()) return QWidget::event(event);
    const auto& saving = static_cast<const SavingEvent&>(*event);
    if (saving.problem().isEmpty())
        m_notices->reportSaved(saving.path());
    else
        m_notices->reportNotSaved(saving.path(), saving.problem());
    event->accept();
    return true;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    saveState();
    // A second request to close while jobs are finishing closes the window immediately. The destructor of `JobRunner`
    // still lets the jobs end safely.
    const bool removed = m_session && !(m_session->removedDatasets().empty() && m_session->removedRuns().empty());
    const bool unfinished = removed || (m_jobs && !m_jobs->isIdle());
    if (unfinished && !m_waitsForIdle) {
        event->ignore();
        whenDone(Leaving::Program, [this] { close(); });
        return;
    }
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QString file = draggedFile(event->mimeData());
    if (file.isEmpty()) return;
    event->acceptProposedAction();
    const QString name = QFileInfo(file).fileName();
    m_dropHint->setText(file.endsWith(QLatin1String(kSuffix)) ? tr("Drop to open this workspace")
                        : isWeights(file)                     ? tr("Drop to adopt %1").arg(name)
                                                              : tr("Drop to import %1").arg(name));
    m_dropHint->setGeometry(rect().marginsRemoved(
        QMargins(space::kPageMargin, space::kPageMargin, space::kPageMargin, space::kPageMargin)));
    m_dropHint->show();
    m_dropHint->raise();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    m_dropHint->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_dropHint->hide();
    const QString file = draggedFile(event->mimeData());
    if (file.isEmpty()) return;
    event->acceptProposedAction();
    if (file.endsWith(QLatin1String(kSuffix)))
        openWorkspace(file, JobRunner::IfMissing::Fail);
    else if (m_session && isWeights(file))
        offerWeights(*m_session, file, m_view.get());
    else if (m_session)
        offerListsOrImport(*m_session, file);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        m_notices->dismissAll();
    else
        QWidget::keyPressEvent(event);
}

void MainWindow::saveState() const {
    Settings& settings = Settings::instance();
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/theme"), int(Theme::instance().choice()));
    if (const std::optional<bool> high = Theme::instance().chosenContrast())
        settings.setValue(QStringLiteral("window/highContrast"), *high);
    settings.setValue(QStringLiteral("window/scale"), Theme::instance().scale());
    if (m_view) m_view->saveState();
}

void MainWindow::restoreState() {
    const Settings& settings = Settings::instance();
    resize(kFirstSize);
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    // If the program was closed in presentation mode, the window must not start in full screen.
    setWindowState(windowState().setFlag(Qt::WindowFullScreen, false));
    const int choice = settings.value(QStringLiteral("window/theme"), int(ThemeChoice::System)).toInt();
    if (choice >= int(ThemeChoice::System) && choice <= int(ThemeChoice::Dark))
        Theme::instance().setChoice(ThemeChoice(choice));
    if (const QVariant high = settings.value(QStringLiteral("window/highContrast")); high.isValid())
        Theme::instance().setHighContrast(high.toBool());
    Theme::instance().setScale(settings.value(QStringLiteral("window/scale"), 1.0).toDouble());
}

void MainWindow::applyTheme() {
    const Theme& theme = Theme::instance();
    m_dropHint->setFont(theme.pageTitle());
    placeNotices();
}

void MainWindow::placeNotices() {
    m_notices->setBottomMargin(m_view ? m_view->stripHeight() : 0);
}

}  // namespace recscope::ui
