// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_exports.h"

#include <QCoreApplication>

#include "core/lists/list_writer.h"
#include "core/train/export.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("runExports", text);
}

/// Wraps an exporter that reports no progress, because it is fast.
auto quick(void (*write)(Workspace&, RunId, const std::filesystem::path&)) {
    return [write](JobContext& context, RunId run, const std::filesystem::path& path) {
        write(context.workspace, run, path);
    };
}

}  // namespace

std::vector<RunExport> runExports() {
    return {
        {QStringLiteral("exportWeights"), tr("&Weights…"),
         tr("The best weights with config and item ids as .safetensors, which Python reads"),
         QStringLiteral(".safetensors"), quick(exportRun)},
        {QStringLiteral("exportCapsule"), tr("Run &archive…"),
         tr("Weights, config, curves and ranks in one file that another workspace can adopt"),
         QStringLiteral(" archive.safetensors"), quick(exportRunArchive)},
        {QStringLiteral("exportRanks"), tr("&Ranks…"),
         tr("The rank of every user's held-out item under every scored protocol, CSV"), QStringLiteral(" ranks.csv"),
         quick(exportRanks)},
        {QStringLiteral("exportCurves"), tr("C&urves…"), tr("Loss and validation metrics of every epoch, CSV"),
         QStringLiteral(" curves.csv"), quick(exportCurves)},
        {QStringLiteral("exportMetrics"), tr("&Metrics…"),
         tr("Every evaluation with its protocol and its metrics by user group and for every K, JSON"),
         QStringLiteral(" metrics.json"), quick(exportMetrics)},
    };
}

RunExport listExport(const ListRequest& request, const QString& suffix) {
    return {.name = QStringLiteral("exportRecommendations"),
            .text = {},
            .toolTip = {},
            .fileName = QStringLiteral(" recommendations") + suffix,
            .write = [request](JobContext& context, RunId run, const std::filesystem::path& path) {
                ListRequest ofRun = request;
                ofRun.run = run;
                writeLists(context.workspace, ofRun, path, WhenStopped::Discard, context.progress, context.stop);
            }};
}

}  // namespace recscope::ui
