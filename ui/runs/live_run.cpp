// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/live_run.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/recommender/registry.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("liveRun", text);
}

}  // namespace

QString LiveRun::state() const {
    return stopping ? tr("Stopping") : paused ? tr("Paused") : tr("Training");
}

QString LiveRun::headline() const {
    const QString name = QString::fromStdString(record.name);
    return stopping               ? tr("Stopping %1, keeping its best weights").arg(name)
           : paused && evaluating ? tr("%1 will pause once these users are scored").arg(name)
           : paused               ? tr("Paused: %1").arg(name)
           : !isLastBest()        ? tr("Training %1, no better since epoch %2").arg(name).arg(record.bestEpoch)
                                  : tr("Training %1").arg(name);
}

// Skips epochs without a validation.
const EpochInfo* LiveRun::lastValidated() const {
    const auto last = std::find_if(epochs.rbegin(), epochs.rend(),
                                   [](const EpochInfo& epoch) { return epoch.record.valid.has_value(); });
    return last == epochs.rend() ? nullptr : &*last;
}

bool LiveRun::isLastBest() const {
    const EpochInfo* const last = lastValidated();
    return !last || last->isBest || record.bestEpoch == 0;
}

QString LiveRun::patienceText() const {
    const auto config = readableConfig(record.config);
    if (isLastBest() || !config) return {};
    const std::int64_t since = lastValidated()->evaluationsSinceBest, patience = config->training.patience;
    const QString metric = QString::fromStdString(recscope::metricTitle(config->training.validationMetric));
    if (patience == 0)
        return tr("%1 on validation was best in epoch %2. Training continues to the end: no early stopping.")
            .arg(metric)
            .arg(record.bestEpoch);
    return tr("%1 on validation was best in epoch %2. Training stops early after %3 validations in a row without "
              "improvement: %4 so far.")
        .arg(metric)
        .arg(record.bestEpoch)
        .arg(patience)
        .arg(since);
}

QString LiveRun::details() const {
    if (!notified.isEmpty()) return notified;
    QStringList details;
    if (steps.empty()) {
        details << (paused ? QString() : tr("reading the histories"));
    } else {
        const StepInfo& step = steps.back();
        const bool isAdvancing = !paused && !stopping;
        details << tr("epoch %1 of %2").arg(step.epoch).arg(step.epochs);
        if (evaluating)
            details << tr("scoring %1: %2 of %3 users")
                           .arg(*evaluating == Split::Test ? tr("test") : tr("validation"), wholeNumber(usersDone),
                                wholeNumber(usersTotal));
        else if (isAdvancing)
            details << rateText(step.sequencesPerSecond);
        if (isAdvancing && step.secondsLeft > 0) details << tr("%1 left").arg(durationText(step.secondsLeft));
    }
    details << QString::fromStdString(wordsOf(record.device));
    details.removeAll(QString());
    return details.join(QStringLiteral(" · "));
}

}  // namespace recscope::ui
