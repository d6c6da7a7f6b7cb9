// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <functional>

#include "core/adopt/adopt.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

class Session;

/// The listener of an adoption: exactly one of the functions is called, none once the receiver is gone.
struct AdoptListener {
    QPointer<QObject> receiver;
    std::function<void()> adopted;  ///< the run exists, its score is being computed
    std::function<void(const QString& sentence, const QString& hint)> failed;
    std::function<void()> cancelled;
};

/// Creates a run from weights trained elsewhere or from a run archive (a job shown in the job strip), scores it on
/// test, chooses it, and reports the outcome and what was assumed. If stopped before the run exists, it leaves nothing
/// behind.
JobId adoptWeights(Session& session, const AdoptRequest& request, const AdoptListener& listener);

}  // namespace recscope::ui
