// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/jobs/job_runner.h"

class QWidget;

namespace recscope::ui {

/// Whether stopping this job loses at least a minute of work.
bool confirmsStop(const JobInfo& job, bool keepsWork);

/// Calls `stop`; where that loses at least a minute of work, only after the person confirms. The job continues
/// meanwhile; the dialog is destroyed with `asker`.
void stopOrAsk(QWidget& asker, const JobRunner& jobs, JobId id, std::function<void()> stop);

/// The same for the job with this title in the job strip; calls `stop` at once if there is none.
void stopOrAsk(QWidget& asker, const JobRunner& jobs, const QString& title, std::function<void()> stop);

}  // namespace recscope::ui
