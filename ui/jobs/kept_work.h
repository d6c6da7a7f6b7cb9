// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/job_runner.h"

namespace recscope::ui {

/// Marks a job that loses no work when it is stopped, so that Stop does not ask for confirmation. For example, deleted
/// rows stay deleted, and a training run keeps its best weights.
void markAsKeepingWork(JobRunner& jobs, JobId id);
bool keepsWork(const JobRunner& jobs, JobId id);

}  // namespace recscope::ui
