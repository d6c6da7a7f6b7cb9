// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_query.h"

#include "core/store/dataset_store.h"
#include "core/store/timeline_store.h"
#include "core/util/error.h"
#include "ui/runs/run_capabilities.h"

namespace recscope::ui {

TimelineIndex timelineIndex(Workspace& workspace, DatasetId dataset, RunId run) {
    const TimelineStore timelines(workspace);
    const DatasetStore datasets(workspace);
    TimelineIndex index{.run = run, .users = {}, .pinned = timelines.pinned(dataset).size()};
    for (const std::int32_t user : timelines.users(run))
        index.users.push_back({user, datasets.user(dataset, user).id, timelines.epochs(run, user)});
    return index;
}

TimelineFrame readTimelineFrame(Workspace& workspace, RunId run, std::int32_t user, std::int64_t epoch) {
    auto epochSnapshot = TimelineStore(workspace).snapshot(run, user, epoch);
    if (!epochSnapshot)
        throw Error(ErrorKind::Input, "The timeline of this user does not contain epoch " + std::to_string(epoch) + ".",
                    "The run may have been removed. Choose another one above.");
    TimelineFrame frame;
    frame.run = run;
    frame.user = user;
    frame.epoch = epoch;
    frame.step = epochSnapshot->step;
    const RunRecord record = RunStore(workspace).byId(run);
    Explanation& explanation = frame.explanation;
    explanation.firstPosition = epochSnapshot->firstPosition;
    explanation.positions = std::move(epochSnapshot->positions);
    explanation.history = explanation.positions;
    explanation.attention = {.layers = epochSnapshot->layers,
                             .heads = epochSnapshot->heads,
                             .size = std::int32_t(explanation.positions.size()),
                             .weights = std::move(epochSnapshot->weights),
                             .isPointwise = capabilitiesOf(record).attentionWeights == AttentionWeights::Pointwise};
    for (const SnapshotItem& item : epochSnapshot->top)
        explanation.recommendations.push_back({.token = item.token,
                                               .score = item.score,
                                               .probability = item.probability,
                                               .rank = std::int32_t(explanation.recommendations.size()) + 1});
    if (epochSnapshot->heldOut)
        explanation.heldOut = {.token = epochSnapshot->heldOut->token,
                               .rank = epochSnapshot->heldOut->rank,
                               .score = epochSnapshot->heldOut->score,
                               .probability = epochSnapshot->heldOut->probability};
    // The input of a bidirectional model ends with the mask, which is not an item.
    const std::int32_t items = DatasetStore(workspace).byId(record.dataset).items;
    frame.bidirectional = !explanation.positions.empty() && !isItem(explanation.positions.back(), items);
    return frame;
}

}  // namespace recscope::ui
