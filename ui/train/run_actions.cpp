// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_actions.h"
#include "core/recommender/registry.h"

#include <QAction>
#include <QBoxLayout>
#include <QDir>
#include <QFileDialog>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "ui/jobs/job_runner.h"
#include "ui/lists/list_export_dialog.h"
#include "ui/lists/never_recommended_dialog.h"
#include "ui/runs/run_capabilities.h"
#include "ui/runs/training_controller.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/train/model_job.h"
#include "ui/train/run_exports.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

QString nameOf(const RunRecord& run) {
    return QString::fromStdString(run.name);
}

/// The run's name as part of a file name: slashes are replaced.
QString fileNameOf(const RunRecord& run) {
    return nameOf(run).replace(QLatin1Char('/'), QLatin1Char('-'));
}

/// Disables the action with the reason `whyNot` as tooltip, or, if `whyNot` is empty, enables it with its effect `does`
/// as tooltip.
void set(QAction* action, const QString& does, const QString& whyNot) {
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(whyNot.isEmpty() ? does : whyNot);
}

}  // namespace

RunActions::RunActions(Session& session, TrainingController& training, QWidget* parent)
    : QObject(parent),
      m_session(session),
      m_training(training),
      m_window(parent),
      m_buttons(new QWidget),
      m_exportMenu(new QMenu(parent)) {
    arrange(m_buttons, row({}, 0));
    m_explore = add("exploreRun", tr("Explore"), "explore");
    m_resume = add("resumeRun", tr("Resume"), "play");
    m_settings = add("runSettings", tr("Settings…"), "info");
    m_repeat = add("repeatRun", tr("Train again with these settings"), "reset");
    m_compare = add("compareRuns", tr("Compare"), "compare");
    m_export = add("exportRun", tr("Export"), "export");
    m_trust = add("trustModel", tr("Trust model…"), "info");
    m_rename = add("renameRun", tr("Rename"), "edit");
    m_remove = add("removeRun", tr("Remove"), "trash");
    m_repeat->setIconText(tr("Train again"));
    m_settings->setIconText(tr("Settings"));
    m_rename->setShortcut(Qt::Key_F2);
    m_remove->setShortcut(Qt::Key_Delete);
    for (QAction* action : {m_rename, m_remove}) action->setShortcutContext(Qt::WidgetShortcut);
    for (QAction* action : {m_explore, m_resume, m_repeat, m_compare, m_export, m_rename, m_remove}) addButton(action);
    m_exportMenu->setToolTipsVisible(true);
    fillExportMenu();
    m_export->setMenu(m_exportMenu);

    connect(m_explore, &QAction::triggered, this, [this] { emit m_session.pageRequested(PageId::Explore); });
    connect(m_resume, &QAction::triggered, this, [this] { emit resumeRequested(m_runs.front()); });
    connect(m_settings, &QAction::triggered, this, [this] { emit settingsRequested(m_runs.front()); });
    connect(m_repeat, &QAction::triggered, this, [this] { emit repeatRequested(m_runs.front()); });
    connect(m_compare, &QAction::triggered, this, &RunActions::compare);
    connect(m_trust, &QAction::triggered, this, [this] { offerTrust(m_session, m_runs.front(), m_window); });
    connect(m_rename, &QAction::triggered, this, &RunActions::renameRequested);
    connect(m_remove, &QAction::triggered, this, &RunActions::remove);
    connect(&m_training, &TrainingController::progressed, this, &RunActions::describe);
    connect(&m_training, &TrainingController::queueChanged, this, &RunActions::describe);
    describe();
}

QAction* RunActions::add(const char* name, const QString& text, const char* icon) {
    auto* action = new QAction(lineIcon(QLatin1String(icon)), text, this);
    action->setObjectName(QLatin1String(name) + QLatin1String("Action"));
    action->setIconVisibleInMenu(false);
    return action;
}

void RunActions::addButton(QAction* action) {
    auto* button = new QToolButton(m_buttons);
    button->setObjectName(action->objectName().chopped(int(qstrlen("Action"))));
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);  // `setTextsShown` adds the text if the table is wide enough
    if (action == m_export) button->setPopupMode(QToolButton::InstantPopup);
    m_toolButtons.push_back(button);
    m_buttons->layout()->addWidget(button);
}

void RunActions::setTextsShown(bool shown) {
    for (QToolButton* button : m_toolButtons)
        button->setToolButtonStyle(shown ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

QList<QAction*> RunActions::all() const {
    return {m_explore, m_resume, m_settings, m_repeat, m_compare, m_export, m_trust, m_rename, m_remove};
}

void RunActions::setRuns(std::vector<RunRecord> selected) {
    m_runs = std::move(selected);
    describe();
}

void RunActions::describe() {
    const QString none = m_runs.empty() ? tr("Choose a run in the table first") : QString();
    const QString whyNotOne = !none.isEmpty() ? none : m_runs.size() > 1 ? tr("Choose one run only") : QString();
    const bool someBusy = std::any_of(m_runs.begin(), m_runs.end(),
                                      [this](const RunRecord& run) { return m_training.queue().contains(run.id); });
    const bool allWeights = std::all_of(m_runs.begin(), m_runs.end(), hasWeights);
    const QString noWeights = m_runs.size() > 1
                                  ? tr("One of these runs has no weights yet: its first epoch is not finished")
                                  : tr("This run has no weights yet: its first epoch is not finished");
    const QString needsWeights = !none.isEmpty() ? none : allWeights ? QString() : noWeights;
    QString notResumable = whyNotOne;
    if (whyNotOne.isEmpty()) {
        const RunRecord& run = m_runs.front();
        if (someBusy)
            notResumable = tr("This run is training or waiting to train");
        else if (run.state == RunState::Finished)
            notResumable = tr("This run is finished");
        else if (run.state == RunState::Failed)
            notResumable = tr("This run failed: %1").arg(QString::fromStdString(wordsOf(run.message)));
        else if (!readableConfig(run.config))
            notResumable =
                tr("The settings of this run were written by another version of RecScope and cannot be read");
    }
    set(m_explore, tr("See what this run recommends and what its heads attend to"),
        whyNotOne.isEmpty() ? needsWeights : whyNotOne);
    set(m_resume, tr("Continue training from where this run was stopped"), notResumable);
    set(m_settings, tr("Show every setting of this run (double-click, Enter)"), whyNotOne);
    const auto readable = m_runs.size() == 1 ? readableConfig(m_runs.front().config) : std::nullopt;
    const bool isExternalModel = readable && !canBeTrained(readable->model);
    set(m_repeat, tr("Fill the form with this run's settings"),
        isExternalModel ? tr("This run was made elsewhere and cannot be trained here") : whyNotOne);
    set(m_compare, tr("Show these runs side by side"),
        m_runs.size() < 2 ? tr("Choose two or more runs: hold Ctrl or Shift") : needsWeights);
    set(m_export, tr("Write weights, ranks, curves, metrics or recommendations into a file"), needsWeights);
    m_trust->setVisible(m_runs.size() == 1 && capabilitiesOf(m_runs.front()).isExternalModel);
    set(m_trust, tr("Allow the program of this run, which somebody else wrote, to run on this machine"), {});
    set(m_never, tr("The items that are in no user's list, with their categories and months"), whyNotOne);
    set(m_rename, tr("Give this run another name (F2)"), whyNotOne);
    set(m_remove,
        m_runs.size() > 1 ? tr("Remove these runs with their weights and scores (Delete)")
                          : tr("Remove this run with its weights and scores (Delete)"),
        !none.isEmpty() ? none
        : someBusy      ? tr("Stop the run before removing it")
                        : QString());
}

void RunActions::compare() {
    std::vector<RunId> ids;
    for (const RunRecord& run : m_runs) ids.push_back(run.id);
    m_session.compareRuns(ids);
}

void RunActions::remove() {
    std::vector<RunId> ids;
    for (const RunRecord& run : m_runs) ids.push_back(run.id);
    m_session.removeRuns(ids);
}

void RunActions::fillExportMenu() {
    for (const RunExport& runExport : runExports()) {
        QAction* action = m_exportMenu->addAction(runExport.text);
        action->setObjectName(runExport.name);
        action->setToolTip(runExport.toolTip);
        connect(action, &QAction::triggered, this, [this, runExport] { exportRuns(runExport); });
    }
    QAction* lists = m_exportMenu->addAction(tr("Rec&ommendations…"));
    lists->setObjectName(QStringLiteral("exportRecommendations"));
    lists->setToolTip(tr("The best items for all users or a cohort, CSV or JSON lines"));
    connect(lists, &QAction::triggered, this, [this] {
        auto* dialog = new ListExportDialog(m_session, kDefaultHistoryInput, m_window);
        connect(
            dialog, &ListExportDialog::chosen, this,
            [this](const ListRequest& request, const QString& suffix) { exportRuns(listExport(request, suffix)); },
            Qt::QueuedConnection);
        dialog->open();
    });
    m_never = m_exportMenu->addAction(tr("Items &never recommended…"));
    m_never->setObjectName(QStringLiteral("showNeverRecommended"));
    connect(m_never, &QAction::triggered, this, [this] {
        if (m_runs.size() == 1)
            (new NeverRecommendedDialog(m_session, m_runs.front(), kDefaultHistoryInput, m_window))->QDialog::show();
    });
}

void RunActions::exportRuns(const RunExport& runExport) {
    if (m_runs.size() == 1)
        exportOne(runExport, m_runs.front());
    else if (!m_runs.empty())
        exportAll(runExport);
}

void RunActions::exportOne(const RunExport& runExport, const RunRecord& run) {
    const QString name = nameOf(run), suffix = runExport.suffix();
    QString path = QFileDialog::getSaveFileName(m_window, tr("Export %1").arg(name),
                                                fileNameOf(run) + runExport.fileName, QStringLiteral("*") + suffix);
    if (path.isEmpty()) return;
    if (!path.endsWith(suffix)) path += suffix;
    m_session.jobs().start(
        this, {.title = tr("Exporting %1").arg(name), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [id = run.id, write = runExport.write, file = path.toStdString()](JobContext& context) {
            write(context, id, file);
        },
        [this, path] { announceSaved(m_window, path); });
}

void RunActions::exportAll(const RunExport& runExport) {
    const QString folder =
        QFileDialog::getExistingDirectory(m_window, tr("Export %1 runs into a folder").arg(m_runs.size()));
    if (folder.isEmpty()) return;
    std::vector<std::pair<RunId, std::string>> files;
    QStringList existing;
    for (const RunRecord& run : m_runs) {
        const QString file = fileNameOf(run) + runExport.fileName;
        if (QDir(folder).exists(file)) existing << file;
        files.emplace_back(run.id, QDir(folder).filePath(file).toStdString());
    }
    if (!existing.isEmpty()) {
        m_session.notify(tr("Nothing was exported: %1 already exists.").arg(existing.front()),
                         tr("Choose another folder, or move the file away."), Severity::Warning);
        return;
    }
    m_session.jobs().start(
        this,
        {.title = tr("Exporting %1 runs").arg(files.size()), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [files, write = runExport.write](JobContext& context) {
            for (const auto& [id, file] : files) write(context, id, file);
        },
        [this, folder, count = files.size()] { m_session.notify(tr("Saved %1 files in %2").arg(count).arg(folder)); });
}

}  // namespace recscope::ui
