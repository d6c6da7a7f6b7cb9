// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/jobs/job_runner.h"

class QWidget;

namespace recscope::ui {

/// True if stopping this job would lose at least a minute of work that cannot be recovered.
bool confirmsStop(const JobInfo& job, bool keepsWork);

/// Calls `stop`, but first asks the user of the program for confirmation if at least a minute of work would be lost.
/// The job continues while the dialog is open. The dialog is destroyed with `parent`.
void stopAfterConfirmation(QWidget& parent, const JobRunner& jobs, JobId id, std::function<void()> stop);

/// Like the overload with a job id, for the job with this title in the job strip; calls `stop` immediately if there is
/// no such job.
void stopAfterConfirmation(QWidget& parent, const JobRunner& jobs, const QString& title, std::function<void()> stop);

}  // namespace recscope::ui
