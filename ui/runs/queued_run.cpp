// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/queued_run.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("queuedRun", text);
}

/// True for a name such as "SASRec 3", which the program derived from the model's title. If another run has taken the
/// name in the meantime, the program may change the number.
bool isGeneratedName(const std::string& name, const std::string& model) {
    static const QRegularExpression digits(QStringLiteral("^ \\d+$"));
    const std::string& stem = modelInfo(model).title;
    return name.starts_with(stem) && digits.match(QString::fromStdString(name.substr(stem.size()))).hasMatch();
}

}  // namespace

QString QueuedRun::datasetName(const std::vector<DatasetInfo>& datasets) const {
    for (const DatasetInfo& dataset : datasets)
        if (dataset.id == request.dataset) return QString::fromStdString(dataset.name);
    return {};
}

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

QueuedTraining toStore(const QueuedRun& run) {
    const bool isNamed = !run.request.runName.empty();
    return {.ticket = run.ticket.toStdString(),
            .dataset = run.request.dataset,
            .config = run.request.config.toJson(),
            .name = isNamed ? run.request.runName : run.name,
            .device = deviceChoiceName(run.request.device),
            .machine = run.machine.toStdString(),
            .run = run.resumes,
            .stem = isNamed            ? std::string()
                    : run.stem.empty() ? modelInfo(run.request.config.model).title
                                       : run.stem};
}

std::optional<QueuedRun> fromStore(const QueuedTraining& stored, RunStore& runs) {
    try {
        QueuedRun run;
        run.ticket = QString::fromStdString(stored.ticket);
        run.request.dataset = stored.dataset;
        run.request.config = configFromJson(stored.config);
        run.name = stored.name;
        if (!isGeneratedName(stored.name, run.request.config.model)) run.stem = stored.name;
        run.machine = QString::fromStdString(stored.machine);
        run.request.device = deviceFromName(stored.device);
        run.resumes = stored.run;
        if (stored.run) {
            const RunRecord record = runs.byId(*stored.run);
            run.request.runName = record.name;
            run.epochsDone = record.epochsDone;
        }
        return run;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Usage) throw;
        return std::nullopt;
    }
}

}  // namespace recscope::ui
