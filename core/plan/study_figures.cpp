// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/study_figures.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/recommender/registry.h"
#include "core/recommender/run_histories.h"
#include "core/store/dataset_store.h"

namespace recscope {

namespace {

constexpr AttentionFigureKind kKinds[] = {AttentionFigureKind::ByPosition, AttentionFigureKind::ByGenre,
                                          AttentionFigureKind::AtTest};

double validationOf(const RunRecord& run) {
    return run.bestValid ? run.bestValid->ndcg10 : -1;
}

}  // namespace

std::vector<RunRecord> runsWithAttention(const Study& study) {
    std::vector<RunRecord> runs;
    std::set<RunId> listed;
    for (const StudyTable& table : study.tables)
        for (const StudyRow& row : table.rows)
            for (const RunRecord& run : row.runs) {
                const auto config = readableConfig(run.config);
                if (!config) continue;
                const Capabilities can = capabilitiesOf(*config);
                if (can.attention == AttentionKind::EveryPosition &&
                    can.attentionWeights == AttentionWeights::Softmax && listed.insert(run.id).second)
                    runs.push_back(run);
            }
    return runs;
}

std::vector<RunRecord> bestOfEachModel(const std::vector<RunRecord>& runs) {
    std::map<std::pair<DatasetId, std::string>, const RunRecord*> best;
    for (const RunRecord& run : runs) {
        const RunRecord*& known = best[{run.dataset, run.model}];
        if (!known || validationOf(run) > validationOf(*known)) known = &run;
    }
    std::vector<RunRecord> chosen;
    for (const auto& [entry, run] : best) chosen.push_back(*run);
    return chosen;
}

AttentionFigure figureOf(Workspace& workspace, RunId run, AttentionFigureKind kind, const ProgressSink& progress,
                         const std::stop_token& stop) {
    // Loads its own weights, because the window may use its inference session at the same time in another thread.
    const InferenceSession inference = InferenceSession::load(workspace, run);
    const DatasetId dataset = inference.run().dataset;
    const Histories histories = historiesOf(workspace, inference.run());
    const std::vector<ItemInfo> items = DatasetStore(workspace).items(dataset);
    return attentionFigure(kind, inference, histories, items, {}, progress, stop);
}

std::vector<AttentionFigure> reportFigures(Workspace& workspace, const Study& study, const ProgressSink& progress,
                                           const std::stop_token& stop) {
    std::vector<AttentionFigure> figures;
    for (const RunRecord& run : bestOfEachModel(runsWithAttention(study)))
        for (const AttentionFigureKind kind : kKinds)
            if (AttentionFigure figure = figureOf(workspace, run.id, kind, progress, stop); figure.problem.empty())
                figures.push_back(std::move(figure));
    return figures;
}

}  // namespace recscope
