// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/explore_query.h"

#include <algorithm>

#include "core/explain/attention/require_attention.h"
#include "core/explain/scores/reading_sentences.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope::ui {

HistoryInput historyInputOf(Predicted predicted) {
    switch (predicted) {
        case Predicted::Test:
            return HistoryInput::Test;
        case Predicted::Valid:
            return HistoryInput::Valid;
        case Predicted::Next:
            return HistoryInput::All;
    }
    return kDefaultHistoryInput;
}

const PlantedCause* ExploreAnswer::heldOutCause() const {
    if (request.predicted == Predicted::Next) return nullptr;
    for (const PlantedCause& cause : plantedCauses)
        if (cause.position == given) return &cause;
    return nullptr;
}

std::vector<Token> ExploreAnswer::givenTokens() const {
    std::vector<Token> tokens;
    for (std::int32_t i = 0; i < given; ++i) tokens.push_back(interactions[size_t(i)].token);
    return tokens;
}

OwnedHistory ExploreAnswer::modelHistory() const {
    return historyOf(std::span(interactions).first(size_t(given)));
}

std::optional<std::int64_t> ExploreAnswer::predictedTime() const {
    return size_t(given) < interactions.size() ? interactions[size_t(given)].time : std::nullopt;
}

std::vector<Token> ExploreAnswer::heldOutTokens() const {
    std::vector<Token> tokens;
    for (std::int32_t i = given; i < given + heldOut; ++i) tokens.push_back(interactions[size_t(i)].token);
    return tokens;
}

std::int32_t ExploreAnswer::historyIndex(std::int32_t position) const {
    if (!explanation || position < 0) return -1;
    const std::int32_t index = explanation->firstPosition + position;
    return index < given ? index : -1;
}

std::int32_t ExploreAnswer::mapPosition(std::int32_t index) const {
    if (!explanation || index < explanation->firstPosition || index >= given) return -1;
    return index - explanation->firstPosition;
}

namespace {

/// The number of held-out interactions if the first one is at index `target` (see ExploreAnswer::heldOut).
std::int32_t heldOutFrom(const std::vector<Interaction>& history, std::int32_t target, const SplitRule& rule) {
    if (rule.kind == SplitKind::TimeWindow && rule.targets == Targets::All) {
        const auto timeOf = [&](std::int32_t i) { return history[size_t(i)].time.value_or(0); };
        const std::int64_t windowEnd = timeOf(target) < rule.testFrom ? rule.testFrom : rule.testUntil;
        std::int32_t end = target + 1;
        while (end < std::int32_t(history.size()) && timeOf(end) < windowEnd) ++end;
        return end - target;
    }
    if (rule.kind != SplitKind::NextOrder) return 1;
    const auto& order = history[size_t(target)].order;
    std::int32_t end = target + 1;
    while (order && end < std::int32_t(history.size()) && history[size_t(end)].order == order) ++end;
    return end - target;
}

/// Reads the user, and the history as items of the run's dataset.
void readHistory(ExploreAnswer& answer, Workspace& workspace, InferenceCache& cache) {
    const DatasetStore store(workspace);
    const ExploreRequest& request = answer.request;
    const DatasetId version = request.laterVersion.value_or(request.dataset);
    answer.user = store.user(version, request.user);
    answer.interactions = store.history(version, request.user);
    answer.runUser = request.user;
    if (version == request.dataset) {
        answer.plantedCauses = store.plantedCauses(request.dataset, request.user);
        return;
    }
    const VersionMap& map = cache.mapOf(workspace, version, request.dataset);
    answer.runUser = map.user(request.user);
    MappedInteractions mapped = map.interactions(answer.interactions);
    if (mapped.kept.empty())
        throw Error(ErrorKind::Input,
                    translated("The data of this run has none of the items of user {}.", answer.user.id),
                    translated("Train a run on the later version, or choose another user."));
    answer.interactions = std::move(mapped.kept);
    answer.skippedInteractions = mapped.leftOut;
}

}  // namespace

ExploreAnswer explore(Workspace& workspace, InferenceCache& cache, const ExploreRequest& request,
                      const std::stop_token& stop) {
    ExploreAnswer answer;
    answer.request = request;
    readHistory(answer, workspace, cache);

    std::vector<Token> whole;
    for (const Interaction& interaction : answer.interactions) whole.push_back(interaction.token);
    const InferenceSession* const inference = request.run ? &cache.of(workspace, *request.run) : nullptr;
    const SplitRule rule = inference ? inference->run().protocol.split : SplitRule();
    const ModelHistory given = modelHistory(whole, cutOf(rule, answer.interactions), historyInputOf(request.predicted));
    if (given.input == HistoryInput::All) answer.request.predicted = Predicted::Next;
    answer.given = std::int32_t(given.items.size());
    if (given.target) answer.heldOut = heldOutFrom(answer.interactions, answer.given, rule);
    if (!inference) return answer;
    // The best epoch may be later than requested, because training may have found better weights in the meantime.
    answer.request.run->bestEpoch = inference->run().bestEpoch;
    answer.capabilities = inference->capabilities();
    answer.unreadHistory = historyNotReadSentence(answer.capabilities, inference->run());
    answer.explanation =
        answer.sessionOf(*inference).withStop(stop).explain(answer.modelHistory(), request.topK, given.target);
    return answer;
}

Explanation explainWith(Workspace& workspace, InferenceCache& cache, const LoadedRun& run,
                        const ExploreAnswer& answer) {
    const InferenceSession& inference = cache.of(workspace, run);
    if (inference.run().dataset != answer.request.dataset) {
        throw Error(
            ErrorKind::Input,
            inference.run().name +
                " was trained on another dataset with other items, so its attention map cannot be compared with one of "
                "this history.",
            "Choose a run of the same dataset.");
    }
    requireAttention(inference);
    return answer.sessionOf(inference).explain(answer.modelHistory(), /*topK=*/0);
}

std::vector<Token> shownItems(const Explanation& explanation) {
    std::vector<Token> items;
    for (const Recommendation& recommendation : explanation.recommendations) items.push_back(recommendation.token);
    if (explanation.heldOut && std::find(items.begin(), items.end(), explanation.heldOut->token) == items.end())
        items.push_back(explanation.heldOut->token);
    return items;
}

void addPopularity(ExploreAnswer& answer, Workspace& workspace, Popularity& popularity) {
    if (!answer.explanation) return;
    for (const Token token : shownItems(*answer.explanation))
        answer.popularity[token] = popularity.rankOf(workspace, answer.request.dataset, token);
}

Removals removalsOf(const InferenceSession& inference, const Explanation& explanation, const RemovalOptions& options,
                    const std::stop_token& stop) {
    Removals removals;
    for (RemovalTest& test : removalTests(inference, explanation.given(), shownItems(explanation), options, stop))
        removals[test.target] = std::make_shared<const RemovalTest>(std::move(test));
    return removals;
}

std::map<Token, std::vector<RemovalEffect>> strongestReasons(const Removals& removals, std::size_t maxReasons) {
    std::map<Token, std::vector<RemovalEffect>> reasons;
    for (const auto& [target, test] : removals) {
        std::vector<RemovalEffect>& best = reasons[target];
        const Strongest strongest = strongestOf(*test);
        if (!strongest.carriesRecommendation) continue;
        std::copy_if(test->effects.begin(), test->effects.end(), std::back_inserter(best),
                     [](const RemovalEffect& effect) { return effect.effect > 0; });
        std::stable_sort(best.begin(), best.end(),
                         [](const RemovalEffect& a, const RemovalEffect& b) { return a.effect > b.effect; });
        best.resize(std::min(best.size(), maxReasons));
        if (best.empty()) best.push_back(test->effects[std::size_t(strongest.byRank)]);
    }
    return reasons;
}

}  // namespace recscope::ui
