// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/baseline_scores.h"

#include <memory>

#include "core/recommender/decayed_knn.h"
#include "core/store/split_reader.h"
#include "core/store/user_attribute_store.h"
#include "core/store/workspace.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

constexpr std::size_t kMinGroups = 2;
constexpr std::size_t kMaxGroups = 50;  // more are, like postal codes, close to one group per user

Reference named(const char* name, Message detail = {}) {
    return {.name = name, .valid = {}, .test = {}, .detail = std::move(detail)};
}

Message halfLifeText(AgeUnit unit, double halfLife) {
    if (halfLife == kNoHalfLife) return MessageId::NoHalfLife;
    return {unit == AgeUnit::Items ? MessageId::HalfLifeInItems : MessageId::HalfLifeInDays,
            {static_cast<std::int64_t>(halfLife)}};
}

void visitItemKnn(const Histories& histories, const Protocol& protocol, const BaselineVisitor& visit,
                  const std::stop_token& stop) {
    // Under a time window, the data is treated as a stream, and ages are times. The other splits hold out the last
    // items of each history wherever they are in time, and the items of one history are often from one session (in
    // MovieLens, from one hour), so only the number of items since then tells old items from new ones.
    const AgeUnit unit = protocol.split.kind == SplitKind::TimeWindow ? AgeUnit::Days : AgeUnit::Items;
    DecayedKnnScorer scorer(histories, unit, stop);
    const double halfLife = bestHalfLife(scorer, histories, protocol, stop);
    visit(named(translatable("Item-kNN with decay"), halfLifeText(unit, halfLife)), histories,
          [&](auto, const History& input) { return scorer.scores(input, halfLife); });
}

void visitGroupPopularity(const Histories& histories, std::span<const UserAttribute> attributes,
                          const Protocol& protocol, const BaselineVisitor& visit, const std::stop_token& stop) {
    const std::vector<AttributeSummary> summaries = summariesOf(attributes);
    std::unique_ptr<GroupPopularityScorer> best;
    std::string name;
    double highest = -1;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        const std::size_t groups = summaries[i].labels.size();
        if (attributes[i].kind != AttributeKind::Category || groups < kMinGroups || groups > kMaxGroups) continue;
        auto scorer = std::make_unique<GroupPopularityScorer>(histories, attributes[i], stop);
        const auto score = [&](std::int32_t user, auto) { return scorer->scores(user); };
        const double reached =
            evaluateScorer(histories, protocol, Split::Valid, score, {}, stop, kUsersToSetBaseline).metrics.ndcg10;
        if (reached <= highest) continue;
        highest = reached;
        name = attributes[i].name;
        best = std::move(scorer);
    }
    if (!best) return;
    visit(named(translatable("Popularity in the user's group"), name), histories,
          [&](std::int32_t user, auto) { return best->scores(user); });
}

}  // namespace

void visitBaselines(Workspace& workspace, DatasetId dataset, const Protocol& protocol, const BaselineVisitor& visit,
                    const std::stop_token& stop) {
    const SplitRule& split = protocol.split;
    const bool hasWindow = split.kind == SplitKind::TimeWindow;
    const Histories histories = splitHistories(workspace, dataset, split, hasWindow ? ReadTimes::Yes : ReadTimes::No);
    const std::vector<float> popularity = popularityScores(histories);
    visit(named(translatable("Popularity")), histories, [&](auto, auto) { return std::span(popularity); });
    {
        BigramScorer bigram(histories, stop);
        visit(named(translatable("Last item (bigram)")), histories,
              [&](auto, const History& input) { return bigram.scores(input); });
    }
    if (hasWindow) {
        // "Recent" is as long before the end of training as the test window is long. Other splits have no common moment
        // before which something could be recent.
        const std::vector<float> recent =
            recentPopularityScores(histories, split.validFrom - (split.testUntil - split.testFrom));
        visit(named(translatable("Recent popularity")), histories, [&](auto, auto) { return std::span(recent); });
    }
    if (protocol.seen == SeenItems::Kept) {
        OwnItemsScorer own(histories);
        visit(named(translatable("Own items again")), histories,
              [&](auto, const History& input) { return own.scores(input); });
    }
    visitItemKnn(histories, protocol, visit, stop);
    visitGroupPopularity(histories, UserAttributeStore(workspace).list(dataset), protocol, visit, stop);
}

}  // namespace recscope
