// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/job_runner.h"

namespace recscope::ui {

/// What this job has done stays done when it is stopped (rows it deleted, say): Stop does not ask. Trainings keep their
/// best weights and need not be named.
void keepsWorkWhenStopped(JobRunner& jobs, JobId id);
bool keepsWork(const JobRunner& jobs, JobId id);

}  // namespace recscope::ui
