// SPDX-License-Identifier: GPL-3.0-or-later
// studyGates, listWithoutHeads and singleHeads: see head_characters.h.
#include <algorithm>

#include "core/explain/attention/head_characters.h"
#include "core/explain/scores/seen_items.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kUsersAtOnce = 64;  // number of users scored in one call

/// Reports the progress of `studyGates`. It counts predictions over all gates, which are sets of heads to switch off.
struct Meter {
    const ProgressSink& progress;
    std::int64_t total = 0, done = 0;

    void add(std::size_t users) {
        done += static_cast<std::int64_t>(users);
        if (progress)
            progress({.stage = translated("Switching heads off"), .done = done, .total = total, .unit = "predictions"});
    }
};

std::vector<UserRank> ranksOf(const InferenceSession& inference, const Histories& histories,
                              std::span<const std::int32_t> users, Split split, Meter& meter,
                              const std::stop_token& stop) {
    std::vector<UserRank> ranks;
    for (std::size_t begin = 0; begin < users.size(); begin += kUsersAtOnce) {
        throwIfStopped(stop);
        const auto chunk = users.subspan(begin, std::min(kUsersAtOnce, users.size() - begin));
        std::vector<Query> queries;
        for (const std::int32_t user : chunk)
            queries.push_back(
                {.history = histories.input(user, split), .user = user, .time = histories.targetTime(user, split)});
        const ScoreTable scores = inference.scores(queries, stop);
        for (std::size_t i = 0; i < chunk.size(); ++i) {
            UserRank rank = rankAmongAll(scores.row(i), histories.target(chunk[i], split),
                                         seenItems(inference, queries[i].history, {}));
            rank.user = chunk[i];
            ranks.push_back(rank);
        }
        meter.add(chunk.size());
    }
    return ranks;
}

}  // namespace

std::vector<GateEffect> studyGates(const InferenceSession& inference, const Histories& histories,
                                   std::span<const std::vector<HeadId>> gates, const StudyOptions& options,
                                   const ProgressSink& progress, const std::stop_token& stop) {
    const std::vector<std::int32_t> users = studiedUsers(histories, options);
    Meter meter{.progress = progress, .total = static_cast<std::int64_t>(users.size() * (gates.size() + 1))};
    const std::vector<UserRank> with = ranksOf(inference, histories, users, options.split, meter, stop);
    std::vector<GateEffect> effects;
    for (const std::vector<HeadId>& off : gates) {
        const auto without = ranksOf(inference.withoutHeads(off), histories, users, options.split, meter, stop);
        effects.push_back({.off = off,
                           .users = static_cast<std::int64_t>(users.size()),
                           .with = metricsOf(with),
                           .without = metricsOf(without),
                           .ndcg10 = pairedDifference("ndcg@10", without, with),
                           .hr10 = pairedDifference("hr@10", without, with)});
    }
    return effects;
}

std::vector<RankMove> listWithoutHeads(const InferenceSession& inference, const History& history,
                                       std::span<const HeadId> off, std::int32_t topK,
                                       std::span<const Token> alsoRequested) {
    const std::vector<OwnedHistory> row{OwnedHistory(history)};
    const std::vector<Token> seen = seenItems(inference, history, {});
    const ScoreTable with = inference.scores(row);
    const ScoreTable without = inference.withoutHeads(off).scores(row);
    std::vector<Token> requested(alsoRequested.begin(), alsoRequested.end());
    for (const ScoreTable* scores : {&with, &without})
        for (const Recommendation& recommendation : scores->best(0, seen, topK))
            requested.push_back(recommendation.token);
    std::sort(requested.begin(), requested.end());
    requested.erase(std::unique(requested.begin(), requested.end()), requested.end());
    std::vector<RankMove> moves;
    for (const Token token : requested)
        moves.push_back({itemRank(with, 0, token, seen), itemRank(without, 0, token, seen)});
    std::stable_sort(moves.begin(), moves.end(),
                     [](const RankMove& a, const RankMove& b) { return a.before.rank < b.before.rank; });
    return moves;
}

std::vector<std::vector<HeadId>> singleHeads(const InferenceSession& inference) {
    std::vector<std::vector<HeadId>> gates;
    for (std::int32_t layer = 0; layer < inference.capabilities().layers; ++layer) {
        for (std::int32_t head = 0; head < inference.capabilities().heads; ++head) gates.push_back({{layer, head}});
    }
    return gates;
}

}  // namespace recscope
