// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/stop_question.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "ui/jobs/kept_work.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr double kMinLoss = 60;  // minimum loss of work, in seconds, for which a confirmation is requested

QString tr(const char* text) {
    return QCoreApplication::translate("recscope::ui::StopQuestion", text);
}

void ask(QWidget& parent, const JobInfo& job, std::function<void()> stop) {
    auto* box = new QMessageBox(QMessageBox::Question, tr("Stop?"),
                                tr("“%1” has been running for %2.").arg(job.title, durationText(job.seconds)),
                                QMessageBox::NoButton, &parent);
    box->setObjectName(QStringLiteral("stopQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        tr("If the job is stopped now, its work so far is lost: undo does not restore this work, and next time the job "
           "starts from the beginning."));
    QPushButton* discardButton = box->addButton(tr("Stop and discard"), QMessageBox::DestructiveRole);
    discardButton->setObjectName(QStringLiteral("stopAndLose"));
    QPushButton* continueButton = box->addButton(tr("Let it continue"), QMessageBox::RejectRole);
    continueButton->setObjectName(QStringLiteral("letItGoOn"));
    box->setDefaultButton(continueButton);
    box->setEscapeButton(continueButton);
    QObject::connect(discardButton, &QPushButton::clicked, &parent, std::move(stop));
    box->open();
}

/// Calls `stop`, after asking if necessary. `matches` is true for the job that `stop` ends; it is searched among the
/// jobs of the job strip.
template <class Matches>
void stopFound(QWidget& parent, const JobRunner& jobs, std::function<void()> stop, const Matches& matches) {
    const std::vector<JobInfo> all = jobs.stripJobs();
    const auto job = std::find_if(all.begin(), all.end(), matches);
    if (job == all.end() || !confirmsStop(*job, keepsWork(jobs, job->id))) return stop();
    ask(parent, *job, std::move(stop));
}

}  // namespace

bool confirmsStop(const JobInfo& job, bool keepsWork) {
    return job.running && !keepsWork && job.seconds >= kMinLoss;
}

void stopAfterConfirmation(QWidget& parent, const JobRunner& jobs, JobId id, std::function<void()> stop) {
    stopFound(parent, jobs, std::move(stop), [id](const JobInfo& job) { return job.id == id; });
}

void stopAfterConfirmation(QWidget& parent, const JobRunner& jobs, const QString& title, std::function<void()> stop) {
    stopFound(parent, jobs, std::move(stop), [&title](const JobInfo& job) { return job.title == title; });
}

}  // namespace recscope::ui
