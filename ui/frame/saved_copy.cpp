// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/saved_copy.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QWidget>

#include "core/store/workspace_copy.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

constexpr const char* kSuffix = ".recscope";

QString tr(const char* text) {
    return QCoreApplication::translate("saveCopy", text);
}

}  // namespace

void saveCopy(Session& session, const std::optional<DatasetId>& dataset, const QString& name, QWidget* window) {
    const QFileInfo original(QString::fromStdString(session.jobs().workspacePath().string()));
    const QString offered = tr("%1 copy").arg(dataset ? QString(name).replace(QLatin1Char('/'), QLatin1Char('-'))
                                                      : original.completeBaseName()) +
                            QLatin1String(kSuffix);
    const QString entered =
        QFileDialog::getSaveFileName(window, tr("Save a copy"), original.absoluteDir().filePath(offered),
                                     tr("RecScope workspaces (*%1)").arg(QLatin1String(kSuffix)));
    if (entered.isEmpty()) return;
    // The dialog asked about overwriting a file with exactly the entered name, not about one with the suffix appended.
    const bool isComplete = entered.endsWith(QLatin1String(kSuffix));
    const QString path = isComplete ? entered : entered + QLatin1String(kSuffix);
    CopyRequest request{.path = path.toStdString(),
                        .dataset = dataset,
                        .ifExists = isComplete ? IfFileExists::Replace : IfFileExists::Fail,
                        .withoutRuns = {}};
    for (const RunId run : session.hiddenRuns()) request.withoutRuns.push_back(run);
    session.jobs().start(
        window,
        {.title = dataset ? tr("Saving a copy of %1").arg(name) : tr("Saving a copy of the workspace"),
         .queue = WorkerQueue::Import,
         .isShownInStrip = true},
        [request](JobContext& context) { copyWorkspace(context.workspace, request, context.progress, context.stop); },
        [window, path] { announceSaved(window, path); });
}

}  // namespace recscope::ui
