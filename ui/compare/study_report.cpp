// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_report.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <algorithm>
#include <filesystem>
#include <string>

#include "core/plan/report.h"
#include "core/plan/study_figures.h"
#include "ui/session/session.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

constexpr const char* kEndings[] = {".html", ".md", ".tex", ".csv", "-segments.csv"};

QString words(const char* text) {
    return QCoreApplication::translate("StudyReport", text);
}

/// The requested name, with a number appended if the folder already has a report of this name.
std::string freeName(const std::filesystem::path& folder, const std::string& requested) {
    const auto isTaken = [&folder](const std::string& name) {
        return std::any_of(std::begin(kEndings), std::end(kEndings), [&](const char* ending) {
            std::error_code problem;
            return std::filesystem::exists(folder / (name + ending), problem);
        });
    };
    std::string name = requested;
    for (int number = 2; isTaken(name); ++number) name = requested + "-" + std::to_string(number);
    return name;
}

}  // namespace

void saveStudyReport(Session& session, QWidget* view, const std::shared_ptr<const Study>& study) {
    const QString folder = QFileDialog::getExistingDirectory(view, words("Save the report in a folder"));
    if (folder.isEmpty()) return;
    session.jobs().start(
        view, {.title = words("Writing a report"), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [study, folder = folder.toStdString()](JobContext& context) {
            Study named = *study;
            addDetails(context.workspace, named, context.stop);
            const auto figures = reportFigures(context.workspace, named, context.progress, context.stop);
            named.plan.name = freeName(folder, named.plan.name);
            return QString::fromStdString(writeReport(named, folder, figures).front().string());
        },
        [view](const QString& file) { announceSaved(view, file); });
}

}  // namespace recscope::ui
