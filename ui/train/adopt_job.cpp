// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/adopt_job.h"

#include <algorithm>

#include "core/recommender/evaluate.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "ui/session/session.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

/// What the layout that was recognised takes for granted and nobody said; the run's message names it.
QStringList cautions(const RunRecord& run, const AdoptRequest& request) {
    for (const WeightLayout& layout : weightLayouts()) {
        if (layout.name == "recscope" || run.message.find("(" + layout.title + ")") == std::string::npos) continue;
        QStringList sentences;
        for (const auto& [key, value] : layout.assumed) {
            const bool isSaid = std::any_of(request.settings.begin(), request.settings.end(),
                                            [&key = key](const auto& setting) { return setting.first == key; });
            if (!isSaid)
                sentences
                    << Session::tr("Assumed: %1 %2.").arg(QString::fromStdString(key), QString::fromStdString(value));
        }
        if (!layout.notes.empty()) sentences << Session::tr("Note: %1.").arg(QString::fromStdString(layout.notes));
        return sentences;
    }
    return {};
}

void tellOutcome(Session& session, const RunRecord& run, const AdoptRequest& request) {
    const QStringList cautious = cautions(run, request);
    const QStringList details =
        QStringList{QString::fromStdString(run.message)} + cautious +
        QStringList{Session::tr("Protocol %1.").arg(QString::fromStdString(run.protocol.sentence()))};
    const QString name = QString::fromStdString(run.name);
    session.tell(run.test ? Session::tr("%1 is adopted: NDCG@10 %2, HR@10 %3 on test.")
                                .arg(name, metricText(run.test->ndcg10), metricText(run.test->hr10))
                          : Session::tr("%1 is adopted.").arg(name),
                 details.join(QLatin1Char(' ')), cautious.isEmpty() ? Severity::Info : Severity::Warning);
}

}  // namespace

JobId adoptWeights(Session& session, const AdoptRequest& request, const AdoptListener& listener) {
    const auto isThere = std::make_shared<std::atomic_bool>(false);
    return session.jobs().start(
        &session,
        {.title = Session::tr("Adopting %1").arg(QString::fromStdString(request.path.filename().string())),
         .lane = Lane::Import,
         .inStrip = true},
        [request, isThere, receiver = listener.receiver, adopted = listener.adopted](JobContext& context) {
            const RunRecord run = adoptRun(context.workspace, request);
            if (context.stop.stop_requested()) {
                RunStore(context.workspace).remove(run.id);
                throw Error(ErrorKind::Cancelled, "The adoption was stopped.");
            }
            *isThere = true;
            JobRunner::post(receiver, adopted);
            if (!run.test)  // a capsule brings its own
                evaluateRun(context.workspace, run.id, run.protocol, Split::Test, DeviceChoice::Auto, context.progress,
                            context.stop);
            return RunStore(context.workspace).byId(run.id);
        },
        [&session, request](const RunRecord& run) {
            if (session.dataset() && session.dataset()->id == run.dataset) session.chooseRun(run.id);
            tellOutcome(session, run, request);
        },
        [&session, isThere, listener](const QString& sentence, const QString& hint) {
            if (!*isThere) {
                if (listener.receiver) listener.failed(sentence, hint);
                return;
            }
            session.tell(sentence, hint, Severity::Error);
            session.refreshRuns();  // it is there without a score
        },
        [&session, isThere, listener] {
            if (!*isThere && listener.receiver) listener.cancelled();
            session.refreshRuns();
        });
}

}  // namespace recscope::ui
