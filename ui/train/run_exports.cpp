// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_exports.h"

#include <QCoreApplication>

#include "core/train/export.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

namespace {

constexpr std::int32_t kRecommended = 10;

QString tr(const char* text) {
    return QCoreApplication::translate("runExports", text);
}

/// An exporter that is done before progress could be shown.
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
        {QStringLiteral("exportCapsule"), tr("Run &capsule…"),
         tr("Weights, config, curves and ranks in one file that another workspace can adopt"),
         QStringLiteral(" capsule.safetensors"), quick(exportCapsule)},
        {QStringLiteral("exportRanks"), tr("&Ranks…"),
         tr("Every user's rank under every protocol that was scored, CSV"), QStringLiteral(" ranks.csv"),
         quick(exportRanks)},
        {QStringLiteral("exportCurves"), tr("C&urves…"), tr("Loss and validation metrics of every epoch, CSV"),
         QStringLiteral(" curves.csv"), quick(exportCurves)},
        {QStringLiteral("exportMetrics"), tr("&Metrics…"),
         tr("Every evaluation with its protocol, its groups and its curve over K, JSON"),
         QStringLiteral(" metrics.json"), quick(exportMetrics)},
        {QStringLiteral("exportRecommendations"), tr("Rec&ommendations…"),
         tr("The first ten items for every user, CSV"), QStringLiteral(" recommendations.csv"),
         [](JobContext& context, RunId run, const std::filesystem::path& path) {
             exportRecommendations(context.workspace, run, kRecommended, path, context.progress, context.stop);
         }},
    };
}

}  // namespace recscope::ui
