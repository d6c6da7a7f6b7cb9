// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/adopt_job.h"

#include <QFileInfo>

#include "core/train/adopt.h"
#include "core/train/trainer.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

/// What the layout that was recognised takes for granted; the run's message names it. Our own names assume nothing.
QString assumedFor(const RunRecord& run) {
    for (const WeightLayout& layout : weightLayouts())
        if (layout.name != "recscope" && run.message.find("(" + layout.title + ")") != std::string::npos)
            return QString::fromStdString(layout.notes);
    return {};
}

void tellOutcome(Session& session, const RunRecord& run) {
    const QString assumed = assumedFor(run);
    QStringList details{QString::fromStdString(run.message)};
    if (!assumed.isEmpty()) details << Session::tr("Assumed: %1.").arg(assumed);
    details << Session::tr("Protocol %1.").arg(QString::fromStdString(run.protocol.sentence()));
    const QString name = QString::fromStdString(run.name);
    session.tell(run.test ? Session::tr("%1 is adopted: NDCG@10 %2, HR@10 %3 on test.")
                                .arg(name, metricText(run.test->ndcg10), metricText(run.test->hr10))
                          : Session::tr("%1 is adopted.").arg(name),
                 details.join(QLatin1Char(' ')), assumed.isEmpty() ? Severity::Info : Severity::Warning);
}

}  // namespace

void adoptWeights(Session& session, const QString& path) {
    const auto dataset = session.dataset();
    if (!dataset) {
        session.tell(Session::tr("Choose the dataset first that these weights were trained on."), {},
                     Severity::Warning);
        return;
    }
    session.jobs().start(
        &session,
        {.title = Session::tr("Adopting %1").arg(QFileInfo(path).fileName()), .lane = Lane::Import, .inStrip = true},
        [dataset = dataset->id, file = path.toStdString()](JobContext& context) {
            AdoptRequest request;
            request.path = file;
            request.dataset = dataset;
            const RunRecord run = adoptRun(context.workspace, request);
            if (!run.test)  // a capsule brings its own
                evaluateRun(context.workspace, run.id, run.protocol, Split::Test, DeviceChoice::Auto, context.progress,
                            context.stop);
            return RunStore(context.workspace).byId(run.id);
        },
        [&session](const RunRecord& run) {
            if (session.dataset() && session.dataset()->id == run.dataset) session.chooseRun(run.id);
            tellOutcome(session, run);
        },
        [&session](const QString& message, const QString& hint) {
            session.tell(message, hint, Severity::Error);
            session.refreshRuns();  // it may be there without a score
        },
        [&session] { session.refreshRuns(); });
}

}  // namespace recscope::ui
