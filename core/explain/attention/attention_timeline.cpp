// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/attention_timeline.h"

#include "core/explain/scores/inference_session.h"
#include "core/sequence/history_input.h"

namespace recscope {

namespace {
constexpr std::int32_t kListLength = 10;
}

void recordSnapshots(Workspace& workspace, const RunRecord& run, const Recommender& recommender,
                     const Histories& histories, std::int64_t step) {
    TimelineStore timelines(workspace);
    const std::vector<std::int32_t> users = timelines.pinned(run.dataset);
    if (users.empty()) return;
    const InferenceSession inference = InferenceSession::copyOf(recommender, run);
    std::vector<EpochSnapshot> snapshots;
    for (const std::int32_t user : users) {
        const ModelHistory given = modelHistory(histories, user, HistoryInput::Test);
        if (given.items.empty()) continue;
        const Explanation explanation =
            inference.forUser(user).atTime(given.targetTime).explain(given.items, kListLength, given.target);
        EpochSnapshot snapshot{.epoch = run.epochsDone,
                               .step = step,
                               .user = user,
                               .firstPosition = explanation.firstPosition,
                               .positions = explanation.positions,
                               .layers = explanation.attention.layers,
                               .heads = explanation.attention.heads,
                               .weights = explanation.attention.weights,
                               .top = {},
                               .heldOut = std::nullopt};
        if (explanation.heldOut)
            snapshot.heldOut = {.token = explanation.heldOut->token,
                                .rank = explanation.heldOut->rank,
                                .score = explanation.heldOut->score,
                                .probability = explanation.heldOut->probability};
        for (const Recommendation& recommendation : explanation.recommendations)
            snapshot.top.push_back({.token = recommendation.token,
                                    .score = recommendation.score,
                                    .probability = recommendation.probability});
        snapshots.push_back(std::move(snapshot));
    }
    timelines.record(run.id, snapshots);
}

}  // namespace recscope
