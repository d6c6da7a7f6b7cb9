// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_analysis.h"

#include "core/store/analysis_store.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"

namespace recscope {

namespace {

constexpr const char* kOverview = "overview";
constexpr const char* kSequentiality = "sequentiality";
// Increment a version whenever the same data would give different numbers or JSON keys.
constexpr int kOverviewVersion = 2, kSequentialityVersion = 1;

template <class Result>
std::optional<Result> cached(Workspace& workspace, DatasetId dataset, const char* kind, int version) {
    const auto json = AnalysisStore(workspace).find(dataset, kind, version);
    return json ? std::optional(Result::fromJson(*json)) : std::nullopt;
}

}  // namespace

std::optional<DatasetOverview> storedOverview(Workspace& workspace, DatasetId dataset) {
    return cached<DatasetOverview>(workspace, dataset, kOverview, kOverviewVersion);
}

std::optional<Sequentiality> storedSequentiality(Workspace& workspace, DatasetId dataset) {
    return cached<Sequentiality>(workspace, dataset, kSequentiality, kSequentialityVersion);
}

DatasetOverview overviewOf(Workspace& workspace, DatasetId dataset, const ProgressSink& progress,
                           const std::stop_token& stop) {
    if (auto overview = storedOverview(workspace, dataset)) return *std::move(overview);
    const DatasetOverview overview = computeOverview(workspace, dataset, progress, stop);
    AnalysisStore(workspace).put(dataset, kOverview, kOverviewVersion, overview.toJson());
    return overview;
}

Sequentiality sequentialityOf(Workspace& workspace, DatasetId dataset, const ProgressSink& progress,
                              const std::stop_token& stop) {
    if (auto report = storedSequentiality(workspace, dataset)) return *report;
    const Sequentiality report = measureSequentiality(DatasetStore(workspace).histories(dataset), progress, stop);
    AnalysisStore(workspace).put(dataset, kSequentiality, kSequentialityVersion, report.toJson());
    return report;
}

}  // namespace recscope
