// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/what_if.h"

#include <algorithm>
#include <cmath>

#include "core/explain/scores/seen_items.h"
#include "core/metrics/metrics.h"
#include "core/util/error.h"

namespace recscope {

namespace {

const char* nameOf(EditKind kind) {
    switch (kind) {
        case EditKind::Insert:
            return "insert";
        case EditKind::Delete:
            return "delete";
        case EditKind::Repeat:
            return "repeat";
        case EditKind::Replace:
            return "replace";
        case EditKind::Mask:
            return "mask";
        case EditKind::Move:
            return "move";
    }
    return "";
}

void requirePlace(const HistoryEdit& edit, std::int32_t position, std::size_t places) {
    if (position >= 0 && static_cast<std::size_t>(position) < places) return;
    throw Error(
        ErrorKind::Usage,
        std::string("Cannot ") + nameOf(edit.kind) + ": there is no position " + std::to_string(position + 1) + ".",
        places == 0 ? "The history is empty." : "Positions run from 1 to " + std::to_string(places) + ".");
}

}  // namespace

std::vector<EditedPlace> placesOf(std::span<const Token> history) {
    std::vector<EditedPlace> places;
    for (const Token token : history) places.push_back({token, static_cast<std::int32_t>(places.size())});
    return places;
}

std::vector<Token> tokensOf(std::span<const EditedPlace> places) {
    std::vector<Token> tokens;
    for (const EditedPlace& place : places) tokens.push_back(place.token);
    return tokens;
}

void applyEdit(const HistoryEdit& edit, std::vector<EditedPlace>& places) {
    requirePlace(edit, edit.position, places.size() + (edit.kind == EditKind::Insert ? 1 : 0));
    const auto at = places.begin() + edit.position;
    switch (edit.kind) {
        case EditKind::Insert:
            places.insert(at, {edit.token, -1});
            break;
        case EditKind::Delete:
            places.erase(at);
            break;
        case EditKind::Repeat:
            places.insert(at + 1, {at->token, -1});
            break;
        case EditKind::Replace:
            at->token = edit.token;
            break;
        case EditKind::Mask:
            at->token = kBlankItem;
            break;
        case EditKind::Move: {
            requirePlace(edit, edit.to, places.size());
            const EditedPlace moved = *at;
            places.erase(at);
            places.insert(places.begin() + edit.to, moved);
            break;
        }
    }
}

std::vector<Token> edited(std::span<const Token> history, std::span<const HistoryEdit> edits) {
    std::vector<EditedPlace> places = placesOf(history);
    for (const HistoryEdit& edit : edits) applyEdit(edit, places);
    return tokensOf(places);
}

ItemPlace placeOf(const ScoreTable& scores, std::size_t row, Token token, std::span<const Token> seen) {
    return {.token = token,
            .rank = rankAmongAll(scores.row(row), token, seen).rank,
            .score = scores.row(row)[static_cast<std::size_t>(token)],
            .probability = static_cast<float>(std::exp(scores.logProbability(row, token)))};
}

std::vector<Token> seenItems(const Explainer& explainer, std::span<const Token> history,
                             std::span<const Token> alsoSeen) {
    if (explainer.run().protocol.seen == SeenItems::Kept) return {};
    std::vector<Token> seen(history.begin(), history.end());
    seen.insert(seen.end(), alsoSeen.begin(), alsoSeen.end());
    return seen;
}

std::vector<WhatIfAnswer> whatIf(const Explainer& explainer, const WhatIfQuestion& question) {
    explainer.requireItems(question.asked);
    const ScoreTable scores = explainer.scores(question.histories);
    std::vector<WhatIfAnswer> answers;
    for (std::size_t row = 0; row < question.histories.size(); ++row) {
        const std::vector<Token>& history = question.histories[row];
        const std::vector<Token> seen = seenItems(explainer, history, question.alsoSeen);
        WhatIfAnswer answer{.history = history, .recommendations = scores.best(row, seen, question.topK), .asked = {}};
        for (const Token token : question.asked) answer.asked.push_back(placeOf(scores, row, token, seen));
        answers.push_back(std::move(answer));
    }
    return answers;
}

}  // namespace recscope
