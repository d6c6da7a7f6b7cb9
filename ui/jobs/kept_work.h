// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/job_runner.h"

namespace recscope::ui {

/// Marks a job that loses no work when it is stopped (e.g. rows that it has deleted stay deleted), so that Stop does
/// not ask for confirmation. Not needed for training runs, which keep their best weights.
void keepsWorkWhenStopped(JobRunner& jobs, JobId id);
bool keepsWork(const JobRunner& jobs, JobId id);

}  // namespace recscope::ui
