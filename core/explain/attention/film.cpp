// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/film.h"

#include "core/explain/scores/explainer.h"

namespace recscope {

namespace {
constexpr std::int32_t kListLength = 10;
}

void recordFilm(Workspace& workspace, const RunRecord& run, const Recommender& recommender, const Histories& histories,
                std::int64_t step) {
    FilmStore films(workspace);
    const std::vector<std::int32_t> users = films.pinned(run.dataset);
    if (users.empty()) return;
    const Explainer explainer = Explainer::copyOf(recommender, run);
    std::vector<FilmFrame> frames;
    for (const std::int32_t user : users) {
        const bool holdsOut = histories.hasTarget(user, Split::Test);
        const auto history = holdsOut ? histories.input(user, Split::Test) : histories.of(user);
        if (history.empty()) continue;
        const std::optional<Token> target =
            holdsOut ? std::optional(histories.target(user, Split::Test)) : std::nullopt;
        const Explanation explanation = explainer.forUser(user).explain(history, kListLength, target);
        FilmFrame frame{.epoch = run.epochsDone,
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
            frame.heldOut = {.token = explanation.heldOut->token,
                             .rank = explanation.heldOut->rank,
                             .score = explanation.heldOut->score,
                             .probability = explanation.heldOut->probability};
        for (const Recommendation& one : explanation.recommendations)
            frame.top.push_back({.token = one.token, .score = one.score, .probability = one.probability});
        frames.push_back(std::move(frame));
    }
    films.record(run.id, frames);
}

}  // namespace recscope
