// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/adopt_lists_job.h"

#include <QFileInfo>
#include <QStringList>
#include <vector>

#include "core/adopt/adopt_lists.h"
#include "core/recommender/evaluate.h"
#include "core/util/error.h"
#include "ui/session/session.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

void report(Session& session, const AdoptedLists& adopted) {
    const RunRecord& run = adopted.run;
    QStringList details;
    for (const std::string& caution : adopted.cautions()) details << QString::fromStdString(caution);
    details << Session::tr("Protocol %1.").arg(QString::fromStdString(run.protocol.sentence()));
    const QString name = QString::fromStdString(run.name);
    session.notify(run.test ? Session::tr("%1 is adopted: NDCG@10 %2, HR@10 %3 on test.")
                                  .arg(name, metricText(run.test->ndcg10), metricText(run.test->hr10))
                            : Session::tr("%1 is adopted.").arg(name),
                   details.join(QLatin1Char(' ')), Severity::Info);
}

}  // namespace

void adoptLists(Session& session, const QString& path) {
    const auto dataset = session.dataset();
    if (!dataset) {
        session.notify(Session::tr("First choose the dataset whose users these lists are for."), {}, Severity::Warning);
        return;
    }
    AdoptListsRequest request;
    request.path = path.toStdString();
    request.dataset = dataset->id;
    session.jobs().start(
        &session,
        {.title = Session::tr("Adopting %1").arg(QFileInfo(path).fileName()),
         .queue = WorkerQueue::Import,
         .isShownInStrip = true},
        [request](JobContext& context) {
            std::vector<AdoptedLists> all = recscope::adoptLists(context.workspace, request, context.stop);
            for (AdoptedLists& adopted : all) {
                evaluateRun(context.workspace, adopted.run.id, adopted.run.protocol, Split::Test, DeviceChoice::Cpu,
                            context.progress, context.stop);
                adopted.run = RunStore(context.workspace).byId(adopted.run.id);
            }
            return all;
        },
        [&session](const std::vector<AdoptedLists>& all) {
            for (const AdoptedLists& adopted : all) report(session, adopted);
            const RunRecord& last = all.back().run;
            if (session.dataset() && session.dataset()->id == last.dataset) session.chooseRun(last.id);
            session.refreshRuns();
        },
        [&session](const QString& sentence, const QString& hint) {
            session.notify(sentence, hint, Severity::Error);
            session.refreshRuns();
        },
        [&session] { session.refreshRuns(); });
}

void offerListsOrImport(Session& session, const QString& path) {
    if (!session.dataset()) return session.offerImport(path);
    session.jobs().start(
        &session, {.title = Session::tr("Examining %1").arg(QFileInfo(path).fileName())},
        [file = path.toStdString()](JobContext&) {
            try {
                return looksLikeLists(file);
            } catch (const Error&) {
                return false;  // the import reports what is wrong with the file
            }
        },
        [&session, path](bool areLists) {
            if (!areLists) return session.offerImport(path);
            session.offer(
                Session::tr("%1 looks like recommendations of another system, not like interactions.")
                    .arg(QFileInfo(path).fileName()),
                Session::tr("Adopt it as a run of “%1”, to compare its lists with the models. To import it as "
                            "interactions instead, use “Import data…” in the menu.")
                    .arg(QString::fromStdString(session.dataset() ? session.dataset()->name : std::string())),
                Session::tr("Adopt the lists"), [&session, path] { adoptLists(session, path); });
        });
}

}  // namespace recscope::ui
