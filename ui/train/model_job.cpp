// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/model_job.h"

#include <QFileInfo>
#include <QStringList>

#include "core/adopt/adopt_torchscript.h"
#include "core/torchscript/trusted_models.h"
#include "ui/session/session.h"
#include "ui/train/trust_dialog.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

void report(Session& session, const AdoptedModel& adopted) {
    const RunRecord& run = adopted.run;
    QStringList details;
    const std::vector<std::string> cautions = adopted.cautions();
    for (const std::string& caution : cautions) details << QString::fromStdString(caution);
    details << Session::tr("Protocol %1.").arg(QString::fromStdString(run.protocol.sentence()));
    session.notify(Session::tr("%1 is adopted: NDCG@10 %2, HR@10 %3 on test.")
                       .arg(QString::fromStdString(run.name), metricText(run.test->ndcg10), metricText(run.test->hr10)),
                   details.join(QLatin1Char(' ')), cautions.empty() ? Severity::Info : Severity::Warning);
}

void adoptModel(Session& session, const AdoptModelRequest& request, const QString& sha256) {
    session.jobs().start(
        &session,
        {.title = Session::tr("Adopting %1").arg(QString::fromStdString(request.path.filename().string())),
         .queue = WorkerQueue::Import,
         .isShownInStrip = true},
        [request, sha256 = sha256.toStdString()](JobContext& context) {
            trust(sha256, request.path.filename().string());
            AdoptedModel adopted = adoptTorchScript(context.workspace, request, context.stop);
            scoreAdopted(context.workspace, adopted, context.progress, context.stop);
            return adopted;
        },
        [&session](const AdoptedModel& adopted) {
            report(session, adopted);
            if (session.dataset() && session.dataset()->id == adopted.run.dataset) session.chooseRun(adopted.run.id);
            session.refreshRuns();
        },
        [&session](const QString& sentence, const QString& hint) {
            session.notify(sentence, hint, Severity::Error);
            session.refreshRuns();
        },
        [&session] { session.refreshRuns(); });
}

}  // namespace

void offerModel(Session& session, const QString& path, const ModelFacts& facts, DatasetId dataset, QWidget* window) {
    auto* dialog = new TrustDialog(facts, TrustDialog::Purpose::Adopt, window);
    QObject::connect(dialog, &QDialog::accepted, &session, [&session, dialog, path, sha256 = facts.sha256, dataset] {
        AdoptModelRequest request;
        request.path = path.toStdString();
        request.dataset = dataset;
        request.runName = dialog->runName().toStdString();
        request.storesCopy = dialog->storesCopy();
        adoptModel(session, request, sha256);
    });
    dialog->open();
}

void offerTrust(Session& session, const RunRecord& run, QWidget* window) {
    const auto failed = [&session](const QString& sentence, const QString& hint) {
        session.notify(sentence, hint, Severity::Error);
    };
    session.jobs().start(
        window, {.title = Session::tr("Examining %1").arg(QString::fromStdString(run.name))},
        [id = run.id](JobContext& context) { return modelIdentity(context.workspace, id); },
        [&session, window, failed](const ModelIdentity& identity) {
            const QString file = QString::fromStdString(identity.file),
                          sha256 = QString::fromStdString(identity.sha256);
            auto* dialog =
                new TrustDialog({.file = file, .kind = {}, .sha256 = sha256}, TrustDialog::Purpose::Run, window);
            QObject::connect(dialog, &QDialog::accepted, &session, [&session, file, sha256, failed] {
                session.jobs().start(
                    &session, {.title = Session::tr("Trusting a model")},
                    [file, sha256](JobContext&) {
                        trust(sha256.toStdString(), QFileInfo(file).fileName().toStdString());
                        return true;
                    },
                    [&session](bool) {
                        session.notify(Session::tr("The model is now allowed to run on this machine."));
                        session.refreshRuns();
                    },
                    failed);
            });
            dialog->open();
        },
        failed);
}

}  // namespace recscope::ui
