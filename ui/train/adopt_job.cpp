// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/adopt_job.h"

#include "core/adopt/cautions.h"
#include "core/recommender/evaluate.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "ui/session/session.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

struct Outcome {
    AdoptedRun adopted;
    std::vector<Reference> references;
};

/// The references (baselines) with their NDCG@10 on test: "Popularity 0.0432, Last item (bigram) 0.0511".
QString referencesText(const std::vector<Reference>& references) {
    QStringList values;
    for (const Reference& reference : references)
        values << QStringLiteral("%1 %2").arg(QString::fromStdString(reference.title()),
                                              metricText(reference.test.ndcg10));
    return values.join(QStringLiteral(", "));
}

void reportOutcome(Session& session, const Outcome& outcome) {
    const RunRecord& run = outcome.adopted.run;
    QStringList details{QString::fromStdString(wordsOf(run.message))};
    const std::vector<std::string> cautions = cautionsAbout(outcome.adopted, outcome.references);
    for (const std::string& caution : cautions) details << QString::fromStdString(caution);
    details << Session::tr("Protocol %1.").arg(QString::fromStdString(run.protocol.sentence()));
    details.removeAll(QString());
    const QString name = QString::fromStdString(run.name);
    session.notify(run.test ? Session::tr("%1 is adopted: NDCG@10 %2, HR@10 %3 on test; NDCG@10 of %4.")
                                  .arg(name, metricText(run.test->ndcg10), metricText(run.test->hr10),
                                       referencesText(outcome.references))
                            : Session::tr("%1 is adopted.").arg(name),
                   details.join(QLatin1Char(' ')), cautions.empty() ? Severity::Info : Severity::Warning);
}

}  // namespace

JobId adoptWeights(Session& session, const AdoptRequest& request, const AdoptListener& listener) {
    const auto hasRun = std::make_shared<std::atomic_bool>(false);
    return session.jobs().start(
        &session,
        {.title = Session::tr("Adopting %1").arg(QString::fromStdString(request.path.filename().string())),
         .queue = WorkerQueue::Import,
         .isShownInStrip = true},
        [request, hasRun, receiver = listener.receiver, adopted = listener.adopted](JobContext& context) {
            Outcome outcome{.adopted = adoptRun(context.workspace, request), .references = {}};
            RunRecord& run = outcome.adopted.run;
            if (context.stop.stop_requested()) {
                RunStore(context.workspace).remove(run.id);
                throw Error(ErrorKind::Cancelled, "The adoption was stopped.");
            }
            *hasRun = true;
            JobRunner::post(receiver, adopted);
            if (!run.test)  // a run from a run archive already has its test score
                evaluateRun(context.workspace, run.id, run.protocol, Split::Test, DeviceChoice::Auto, context.progress,
                            context.stop);
            run = RunStore(context.workspace).byId(run.id);
            outcome.references = referencesFor(context.workspace, run.dataset, run.protocol, context.stop);
            return outcome;
        },
        [&session](const Outcome& outcome) {
            const RunRecord& run = outcome.adopted.run;
            if (session.dataset() && session.dataset()->id == run.dataset) session.chooseRun(run.id);
            reportOutcome(session, outcome);
        },
        [&session, hasRun, listener](const QString& sentence, const QString& hint) {
            if (!*hasRun) {
                if (listener.receiver) listener.failed(sentence, hint);
                return;
            }
            session.notify(sentence, hint, Severity::Error);
            session.refreshRuns();  // the run exists, although without a score
        },
        [&session, hasRun, listener] {
            if (!*hasRun && listener.receiver) listener.cancelled();
            session.refreshRuns();
        });
}

}  // namespace recscope::ui
