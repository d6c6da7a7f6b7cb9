// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <functional>

#include "core/adopt/adopt.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

class Session;

/// Who waits for an adoption; exactly one of the calls comes, none once the receiver is gone.
struct AdoptListener {
    QPointer<QObject> receiver;
    std::function<void()> adopted;  ///< the run is there, its score is being made
    std::function<void(const QString& sentence, const QString& hint)> failed;
    std::function<void()> cancelled;
};

/// Makes a run out of weights trained elsewhere or a run run archive (a job of the strip), scores it on test, chooses
/// it, and tells how it went and what was assumed. Stopped before the run is there, it leaves nothing behind.
JobId adoptWeights(Session& session, const AdoptRequest& request, const AdoptListener& listener);

}  // namespace recscope::ui
