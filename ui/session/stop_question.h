// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/jobs/job_runner.h"

class QWidget;

namespace recscope::ui {

/// Whether stopping this job loses a minute of work or more.
bool confirmsStop(const JobInfo& job, bool keepsWork);

/// Calls `stop`; where that loses a minute of work or more, only after somebody said so. The work goes on meanwhile,
/// and the question goes with `asker`.
void stopOrAsk(QWidget& asker, const JobRunner& jobs, JobId id, std::function<void()> stop);

/// The same of the job with this title in the strip; at once if there is none.
void stopOrAsk(QWidget& asker, const JobRunner& jobs, const QString& title, std::function<void()> stop);

}  // namespace recscope::ui
