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
    auto frame = TimelineStore(workspace).snapshot(run, user, epoch);
    if (!frame)
        throw Error(ErrorKind::Input, "The timeline of this user does not contain epoch " + std::to_string(epoch) + ".",
                    "The run may have been removed. Choose another one above.");
    TimelineFrame shot;
    shot.run = run;
    shot.user = user;
    shot.epoch = epoch;
    shot.step = frame->step;
    const RunRecord record = RunStore(workspace).byId(run);
    Explanation& explanation = shot.explanation;
    explanation.firstPosition = frame->firstPosition;
    explanation.positions = std::move(frame->positions);
    explanation.history = explanation.positions;
    explanation.attention = {.layers = frame->layers,
                             .heads = frame->heads,
                             .size = std::int32_t(explanation.positions.size()),
                             .weights = std::move(frame->weights),
                             .isPointwise = capabilitiesOf(record).attentionWeights == AttentionWeights::Pointwise};
    for (const SnapshotItem& item : frame->top)
        explanation.recommendations.push_back({.token = item.token,
                                               .score = item.score,
                                               .probability = item.probability,
                                               .rank = std::int32_t(explanation.recommendations.size()) + 1});
    if (frame->heldOut)
        explanation.heldOut = {.token = frame->heldOut->token,
                               .rank = frame->heldOut->rank,
                               .score = frame->heldOut->score,
                               .probability = frame->heldOut->probability};
    // The input of a bidirectional model ends with the mask, which is not an item.
    const std::int32_t items = DatasetStore(workspace).byId(record.dataset).items;
    shot.bidirectional = !explanation.positions.empty() && !isItem(explanation.positions.back(), items);
    return shot;
}

}  // namespace recscope::ui
