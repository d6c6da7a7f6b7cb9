// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/inference_session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/explain/scores/removal_test.h"
#include "core/metrics/metrics.h"
#include "core/recommender/fold_in.h"
#include "core/recommender/query_reading.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/run_histories.h"
#include "core/recommender/weights.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

struct InferenceSession::Impl {
    Impl(RunRecord ofRun, std::unique_ptr<Recommender> given)
        : run(std::move(ofRun)),
          config(configFromJson(run.config)),
          recommender(std::move(given)),
          capabilities(recommender->capabilities()) {}

    RunRecord run;
    RunConfig config;
    std::unique_ptr<Recommender> recommender;
    Capabilities capabilities;
};

InferenceSession InferenceSession::load(Workspace& workspace, RunId runId) {
    openDevice(DeviceChoice::Cpu);
    const RunRecord run = RunStore(workspace).byId(runId);
    return InferenceSession(std::make_shared<Impl>(run, loadBest(workspace, run)));
}

InferenceSession InferenceSession::copyOf(const Recommender& recommender, const RunRecord& run) {
    return InferenceSession(std::make_shared<Impl>(run, recommender.copy()));
}

InferenceSession InferenceSession::forUser(std::optional<std::int32_t> user) const {
    return InferenceSession(m_impl, user);
}

InferenceSession InferenceSession::atTime(std::optional<std::int64_t> time) const {
    InferenceSession session = *this;
    session.m_time = time;
    return session;
}

InferenceSession InferenceSession::withStop(std::stop_token stop) const {
    InferenceSession session = *this;
    session.m_stop = std::move(stop);
    return session;
}

InferenceSession InferenceSession::refitted(Workspace& workspace, const History& history,
                                            const std::stop_token& stop) const {
    if (!capabilities().refitsUser) {
        throw Error(ErrorKind::Usage, translated("{} has no user vector that can be refitted.", m_impl->run.name),
                    translated("Leave out the refit: this model can predict from any history without it."));
    }
    const OwnedHistory items = withoutBlanks(history);
    requireItems(items.items);
    const auto sessionWith = [&](std::unique_ptr<Recommender> recommender, UserVector vector) {
        InferenceSession inference(std::make_shared<Impl>(m_impl->run, std::move(recommender)), /*user=*/0);
        inference.m_refit = vector;
        return inference;
    };
    if (items.empty()) {
        const RunRecord& run = m_impl->run;
        return sessionWith(popularityOf(historiesOf(workspace, run)), UserVector::Popularity);
    }
    FoldedIn folded = foldIn(*m_impl->recommender, m_impl->config, items, stop);
    return sessionWith(std::move(folded.recommender), folded.steps > 0 ? UserVector::Refitted : UserVector::Mean);
}

UserVector InferenceSession::userVector() const {
    if (m_refit) return *m_refit;
    if (!capabilities().readsUser) return UserVector::NotRead;
    return m_user ? UserVector::Trained : UserVector::Unknown;
}

const char* userVectorName(UserVector vector) {
    switch (vector) {
        case UserVector::NotRead:
            return translatable("not read");
        case UserVector::Trained:
            return "trained";
        case UserVector::Unknown:
            return "unknown";
        case UserVector::Refitted:
            return "refitted";
        case UserVector::Mean:
            return "mean";
        case UserVector::Popularity:
            return "popularity";
    }
    return "";
}

const RunRecord& InferenceSession::run() const {
    return m_impl->run;
}

const RunConfig& InferenceSession::config() const {
    return m_impl->config;
}

std::int32_t InferenceSession::itemCount() const {
    return m_impl->recommender->shape().itemCount;
}

const Capabilities& InferenceSession::capabilities() const {
    return m_impl->capabilities;
}

std::int32_t InferenceSession::firstReadPosition(std::size_t historyLength) const {
    // The config key `read_oldest` = off excludes the oldest item even if the whole history fits.
    const bool leavesOutOldest =
        historyLength > 0 && hasConfigKey(config(), "read_oldest") && configValue(config(), "read_oldest") == "off";
    const std::size_t oldest = leavesOutOldest ? 1 : 0;
    const auto reads = static_cast<std::size_t>(capabilities().maxLength);
    return static_cast<std::int32_t>(reads == 0 ? oldest
                                                : std::max(oldest, historyLength - std::min(reads, historyLength)));
}

void InferenceSession::requireItems(std::span<const Token> history) const {
    for (const Token token : history) {
        if (!isItem(token, itemCount())) {
            throw Error(ErrorKind::Input, translated("The history holds a token that is not an item: {}.", token),
                        translated("Tokens run from 1 to {}.", itemCount()));
        }
    }
}

Explanation InferenceSession::runModel(const History& history, ScoreTable& scores) const {
    requireItems(history);
    if (history.empty() && capabilities().needsHistory) {
        throw Error(ErrorKind::Input, translated("The history is empty: {} has nothing to read.", m_impl->run.name),
                    translated("Give it at least one item."));
    }
    Explanation explanation;
    explanation.history.assign(history.begin(), history.end());
    if (capabilities().readsTimes) explanation.times.assign(history.times().begin(), history.times().end());
    scores = ScoreTable(itemCount(), 1, capabilities().scores);
    const Query current = query(history);
    if (AttentionReader* const reader = m_impl->recommender->attention()) {
        AttentionResult answer = reader->attend(current, m_stop);
        explanation.positions = std::move(answer.positions);
        explanation.firstPosition = answer.firstPosition;
        explanation.attention = std::move(answer.maps);
        explanation.state = std::move(answer.state);
        scores.set(0, answer.scores);
    } else {
        explanation.firstPosition = firstReadPosition(history.size());
        explanation.positions.assign(history.begin() + explanation.firstPosition, history.end());
        m_impl->recommender->score(
            {&current, 1}, [&](std::size_t i, std::span<const float> row) { scores.set(i, row); }, m_stop);
    }
    return explanation;
}

void InferenceSession::addParts(Explanation& explanation) const {
    ItemPartReader* const reader = m_impl->recommender->itemParts();
    if (!reader) return;
    const Query current = query(explanation.given());
    ItemParts parts{.kind = reader->kind()};
    if (parts.kind == ItemPartKind::Weight) {
        parts.weights = reader->partsFor(current, kPadToken);
    } else {
        for (const Recommendation& recommendation : explanation.recommendations)
            parts.byCandidate[recommendation.token] = reader->partsFor(current, recommendation.token);
        if (explanation.heldOut)
            parts.byCandidate[explanation.heldOut->token] = reader->partsFor(current, explanation.heldOut->token);
        if (isWeight(parts.kind) && !explanation.recommendations.empty())
            parts.weights = parts.byCandidate[explanation.recommendations.front().token];
    }
    explanation.parts = std::move(parts);
}

std::span<const Token> InferenceSession::removedSeenItems(std::span<const Token> history) const {
    return m_impl->run.protocol.seen == SeenItems::Removed ? history : std::span<const Token>();
}

HeldOut InferenceSession::heldOutOf(std::span<const Token> history, const ScoreTable& scores, Token token) const {
    return {.token = token,
            .rank = rankAmongAll(scores.row(0), token, removedSeenItems(history)).rank,
            .score = scores.row(0)[static_cast<std::size_t>(token)],
            .probability = static_cast<float>(std::exp(scores.logProbability(0, token)))};
}

Explanation InferenceSession::explain(const History& history, std::int32_t topK, std::optional<Token> truth) const {
    if (truth) requireItems({&*truth, 1});
    ScoreTable scores;
    Explanation explanation = runModel(history, scores);
    explanation.recommendations = scores.best(0, removedSeenItems(history), topK);
    if (truth) explanation.heldOut = heldOutOf(history, scores, *truth);
    addParts(explanation);
    return explanation;
}

Explanation InferenceSession::explainBest(const History& history) const {
    ScoreTable scores;
    Explanation explanation = runModel(history, scores);
    explanation.recommendations = scores.best(0, removedSeenItems(history), /*topK=*/1);
    if (!explanation.recommendations.empty())
        explanation.heldOut = heldOutOf(history, scores, explanation.recommendations.front().token);
    addParts(explanation);
    return explanation;
}

std::vector<MaskedPrediction> InferenceSession::predictMasked(const History& history,
                                                              std::span<const std::int32_t> positions,
                                                              std::int32_t topK) const {
    requireItems(history);
    std::vector<Token> masked(history.begin(), history.end());
    for (const std::int32_t position : positions) masked.at(static_cast<std::size_t>(position)) = kHiddenItem;
    std::vector<MaskedPrediction> guesses;
    std::vector<std::size_t> predicted;  // for each row of `table`, its index in `guesses`
    for (const std::int32_t position : positions) guesses.push_back({.position = position, .top = {}});
    ScoreTable table;
    if (MaskedItemPredictor* const predictor = m_impl->recommender->maskedItemPredictor()) {
        const std::vector<std::vector<float>> filled = predictor->fill(masked, positions);
        for (std::size_t i = 0; i < guesses.size(); ++i)
            if (!filled[i].empty()) predicted.push_back(i);
        table = ScoreTable(itemCount(), predicted.size(), capabilities().scores);
        for (std::size_t row = 0; row < predicted.size(); ++row) table.set(row, filled[predicted[row]]);
    } else {
        // A causal model predicts position i from the positions before i.
        std::vector<OwnedHistory> before;
        for (std::size_t i = 0; i < guesses.size(); ++i) {
            const History read = History(masked, history.times()).first(static_cast<std::size_t>(positions[i]));
            if (capabilities().needsHistory && std::all_of(read.begin() + firstReadPosition(read.size()), read.end(),
                                                           [](Token token) { return token == kHiddenItem; }))
                continue;
            predicted.push_back(i);
            before.emplace_back(read);
        }
        table = scores(before);
    }
    for (std::size_t row = 0; row < predicted.size(); ++row) {
        MaskedPrediction& guess = guesses[predicted[row]];
        const Token truth = history[static_cast<std::size_t>(guess.position)];
        guess.top = table.best(row, {}, topK);
        guess.truthRank = rankAmongAll(table.row(row), truth, {}).rank;
        guess.truthProbability = static_cast<float>(std::exp(table.logProbability(row, truth)));
    }
    return guesses;
}

ScoreTable InferenceSession::scores(std::span<const std::vector<Token>> histories, const std::stop_token& stop) const {
    std::vector<Query> queries;
    for (const std::vector<Token>& history : histories) queries.push_back(query(history));
    return scores(queries, stop);
}

ScoreTable InferenceSession::scores(std::span<const OwnedHistory> histories, const std::stop_token& stop) const {
    std::vector<Query> queries;
    for (const OwnedHistory& history : histories) queries.push_back(query(history));
    return scores(queries, stop);
}

ScoreTable InferenceSession::scores(std::span<const Query> queries, const std::stop_token& stop) const {
    const auto isVisible = [](Token token) { return token != kHiddenItem; };
    for (const Query& current : queries) {
        const History& history = current.history;
        for (const Token token : history) {
            if (isVisible(token)) requireItems({&token, 1});
        }
        const auto first = history.begin() + firstReadPosition(history.size());
        if (capabilities().needsHistory && std::none_of(first, history.end(), isVisible)) {
            throw Error(ErrorKind::Input, translated("The history is empty: {} has nothing to read.", m_impl->run.name),
                        translated("Keep at least one item."));
        }
    }
    ScoreTable table(itemCount(), queries.size(), capabilities().scores);
    const auto take = [&](std::size_t i, std::span<const float> row) { table.set(i, row); };
    if (!queries.empty()) m_impl->recommender->score(queries, take, stop);
    return table;
}

InferenceSession InferenceSession::withoutHeads(std::span<const HeadId> heads) const {
    const AttentionReader* const reader = m_impl->recommender->attention();
    if (!reader) throw Error(ErrorKind::Usage, translated("{} has no attention heads.", m_impl->run.name), "");
    return InferenceSession(std::make_shared<Impl>(m_impl->run, reader->withoutHeads(heads)), m_user).atTime(m_time);
}

HeadSteps InferenceSession::headSteps(const History& history, HeadId head, std::int32_t row) const {
    for (const Token token : history)
        if (token != kHiddenItem) requireItems({&token, 1});
    if (history.empty() && capabilities().needsHistory) {
        throw Error(ErrorKind::Input, translated("The history is empty: {} has nothing to read.", m_impl->run.name),
                    translated("Give it at least one item."));
    }
    AttentionReader* const reader = m_impl->recommender->attention();
    if (!reader) throw Error(ErrorKind::Usage, translated("{} has no attention heads.", m_impl->run.name), "");
    return reader->headSteps(query(history), head, row);
}

std::vector<float> InferenceSession::itemVectors() const {
    return m_impl->recommender->itemVectors();
}

std::vector<float> InferenceSession::itemOffsets() const {
    return m_impl->recommender->itemOffsets();
}

std::vector<std::int32_t> RemovalEffect::positions() const {
    std::vector<std::int32_t> all = earlier;
    all.push_back(position);
    return all;
}

bool RemovalEffect::removesPosition(std::int32_t at) const {
    return at == position || std::find(earlier.begin(), earlier.end(), at) != earlier.end();
}

std::vector<RemovalEffect> InferenceSession::removalEffects(const History& history, Token target) const {
    return removalTest(*this, history, target, RemovalKind::Deleted).effects;
}

}  // namespace recscope
