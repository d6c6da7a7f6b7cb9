// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <functional>

#include "core/adopt/adopt.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

class Session;

/// Callbacks of `adoptWeights`. Exactly one of the functions is called, or none if `receiver` no longer exists.
struct AdoptListener {
    QPointer<QObject> receiver;
    std::function<void()> adopted;  ///< the run exists; its test score may still be missing
    std::function<void(const QString& sentence, const QString& hint)> failed;
    std::function<void()> cancelled;
};

/// Starts a job that makes a run from weights trained elsewhere or from a run archive. The job then evaluates the run
/// on the test split, chooses it in the window, and reports the outcome and any assumptions made. If the job is stopped
/// before the run exists, nothing is stored.
JobId adoptWeights(Session& session, const AdoptRequest& request, const AdoptListener& listener);

}  // namespace recscope::ui
