// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/queued_run.h"

#include <QCoreApplication>

#include "core/recommender/registry.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("queuedRun", text);
}

}  // namespace

QString QueuedRun::title() const {
    return QString::fromStdString(!request.runName.empty() ? request.runName
                                  : !name.empty()          ? name
                                                           : modelInfo(request.config.model).title);
}

QString QueuedRun::stateSentence() const {
    if (!resumes) return tr("%1 has not started yet").arg(title());
    if (trainsThere) return tr("%1 trains on %2, which is not in your list of machines").arg(title(), machine);
    const std::int64_t epochs = request.config.training.epochs;
    if (epochsDone >= epochs) return tr("%1 was stopped after epoch %2 of %2").arg(title(), wholeNumber(epochs));
    return tr("%1 was stopped in epoch %2 of %3").arg(title(), wholeNumber(epochsDone + 1), wholeNumber(epochs));
}

}  // namespace recscope::ui
