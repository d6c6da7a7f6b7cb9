// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/sample_job.h"

#include "core/data/sample_shop.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"

namespace recscope::ui {

void addSampleDataset(Session& session) {
    session.jobs().start(
        &session,
        {.title = Session::tr("Making the sample dataset"), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [](JobContext& context) { return ensureSampleDataset(context.workspace, context.progress, context.stop); },
        [&session](const DatasetInfo& dataset) { session.chooseDataset(dataset.id); });
}

}  // namespace recscope::ui
