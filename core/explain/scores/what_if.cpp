// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/what_if.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/explain/scores/seen_items.h"
#include "core/metrics/metrics.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The error message if the position of an edit is out of range.
const char* noPositionFor(EditKind kind) {
    switch (kind) {
        case EditKind::Insert:
            return translatable("Cannot insert: there is no position {}.");
        case EditKind::Delete:
            return translatable("Cannot delete: there is no position {}.");
        case EditKind::Repeat:
            return translatable("Cannot repeat: there is no position {}.");
        case EditKind::Replace:
            return translatable("Cannot replace: there is no position {}.");
        case EditKind::Mask:
            return translatable("Cannot mask: there is no position {}.");
        case EditKind::Move:
            return translatable("Cannot move: there is no position {}.");
    }
    return "";
}

void requirePosition(const HistoryEdit& edit, std::int32_t position, std::size_t length) {
    if (position >= 0 && static_cast<std::size_t>(position) < length) return;
    throw Error(ErrorKind::Usage, translatedFormat(noPositionFor(edit.kind), fmt::make_format_args(position + 1)),
                length == 0 ? translated("The history is empty.") : translated("Positions run from 1 to {}.", length));
}

}  // namespace

std::vector<EditedItem> uneditedItems(std::span<const Token> history) {
    std::vector<EditedItem> items;
    for (const Token token : history) items.push_back({token, static_cast<std::int32_t>(items.size())});
    return items;
}

std::vector<Token> tokensOf(std::span<const EditedItem> items) {
    std::vector<Token> tokens;
    for (const EditedItem& item : items) tokens.push_back(item.token);
    return tokens;
}

void applyEdit(const HistoryEdit& edit, std::vector<EditedItem>& items) {
    requirePosition(edit, edit.position, items.size() + (edit.kind == EditKind::Insert ? 1 : 0));
    const auto at = items.begin() + edit.position;
    switch (edit.kind) {
        case EditKind::Insert:
            items.insert(at, {edit.token, -1});
            break;
        case EditKind::Delete:
            if (edit.repeatedItems == RepeatedItems::Together)
                std::erase_if(items, [token = at->token](const EditedItem& item) { return item.token == token; });
            else
                items.erase(at);
            break;
        case EditKind::Repeat:
            items.insert(at + 1, {at->token, -1});
            break;
        case EditKind::Replace:
            at->token = edit.token;
            break;
        case EditKind::Mask: {
            const Token hidden = at->token;
            for (EditedItem& item : items)
                if (edit.repeatedItems == RepeatedItems::Together && item.token == hidden) item.token = kHiddenItem;
            at->token = kHiddenItem;
            break;
        }
        case EditKind::Move: {
            requirePosition(edit, edit.to, items.size());
            const EditedItem moved = *at;
            items.erase(at);
            items.insert(items.begin() + edit.to, moved);
            break;
        }
    }
}

OwnedHistory historyOf(std::span<const EditedItem> items, const History& original) {
    OwnedHistory history(tokensOf(items));
    if (!original.hasTimes()) return history;
    std::vector<std::int64_t> kept;  // times of the items that were not inserted, ascending
    for (const EditedItem& item : items)
        if (item.original >= 0) kept.push_back(original.times()[static_cast<std::size_t>(item.original)]);
    std::sort(kept.begin(), kept.end());
    std::size_t next = 0;  // index in `kept`
    for (const EditedItem& item : items) {
        if (item.original >= 0)
            history.times.push_back(kept[next++]);
        else if (kept.empty())
            history.times.push_back(original.times().back());
        else
            history.times.push_back(
                std::midpoint(kept[next == 0 ? 0 : next - 1], kept[std::min(next, kept.size() - 1)]));
    }
    return history;
}

OwnedHistory edited(const History& history, std::span<const HistoryEdit> edits) {
    std::vector<EditedItem> items = uneditedItems(history);
    for (const HistoryEdit& edit : edits) applyEdit(edit, items);
    return historyOf(items, history);
}

ItemRank itemRank(const ScoreTable& scores, std::size_t row, Token token, std::span<const Token> seen) {
    return {.token = token,
            .rank = rankAmongAll(scores.row(row), token, seen).rank,
            .score = scores.row(row)[static_cast<std::size_t>(token)],
            .probability = static_cast<float>(std::exp(scores.logProbability(row, token)))};
}

std::vector<Token> seenItems(const InferenceSession& inference, std::span<const Token> history,
                             std::span<const Token> alsoSeen) {
    if (inference.run().protocol.seen == SeenItems::Kept) return {};
    std::vector<Token> seen(history.begin(), history.end());
    seen.insert(seen.end(), alsoSeen.begin(), alsoSeen.end());
    return seen;
}

namespace {

/// The recommendation lists after each history. `WhatIfAnswer::requested` is left empty.
std::vector<WhatIfAnswer> listsOf(const InferenceSession& inference, const WhatIfQuestion& question,
                                  const ScoreTable& scores) {
    std::vector<WhatIfAnswer> answers;
    for (std::size_t row = 0; row < question.histories.size(); ++row) {
        const std::vector<Token>& history = question.histories[row].items;
        const std::vector<Token> seen = seenItems(inference, history, question.alsoSeen);
        answers.push_back(
            {.history = history, .recommendations = scores.best(row, seen, question.topK), .requested = {}});
    }
    return answers;
}

void addRanks(const InferenceSession& inference, const WhatIfQuestion& question, const ScoreTable& scores,
              std::span<const Token> requested, std::vector<WhatIfAnswer>& answers) {
    for (std::size_t row = 0; row < answers.size(); ++row) {
        const std::vector<Token> seen = seenItems(inference, question.histories[row].items, question.alsoSeen);
        for (const Token token : requested) answers[row].requested.push_back(itemRank(scores, row, token, seen));
    }
}

}  // namespace

std::vector<WhatIfAnswer> whatIf(const InferenceSession& inference, const WhatIfQuestion& question) {
    inference.requireItems(question.requested);
    const ScoreTable scores = inference.scores(question.histories);
    std::vector<WhatIfAnswer> answers = listsOf(inference, question, scores);
    addRanks(inference, question, scores, question.requested, answers);
    return answers;
}

namespace {

ListChange changeOf(const InferenceSession& inference, const WhatIfQuestion& question, const ScoreTable& scores) {
    std::vector<WhatIfAnswer> answers = listsOf(inference, question, scores);
    std::vector<Token> requested;
    const auto request = [&](Token token) {
        if (std::find(requested.begin(), requested.end(), token) == requested.end()) requested.push_back(token);
    };
    for (const std::size_t list : {1U, 0U})
        for (const Recommendation& recommendation : answers.at(list).recommendations) request(recommendation.token);
    for (const Token token : question.requested) request(token);
    addRanks(inference, question, scores, requested, answers);
    ListChange change{.before = std::move(answers[0]), .after = std::move(answers[1]), .moves = {}};
    for (std::size_t i = 0; i < requested.size(); ++i)
        change.moves.push_back({change.before.requested[i], change.after.requested[i]});
    return change;
}

}  // namespace

ListChange listChange(const InferenceSession& inference, const WhatIfQuestion& question) {
    inference.requireItems(question.requested);
    return changeOf(inference, question, inference.scores(question.histories));
}

RefittedChange refittedListChange(const InferenceSession& inference, Workspace& workspace,
                                  const WhatIfQuestion& question, const std::stop_token& stop) {
    inference.requireItems(question.requested);
    ScoreTable scores(inference.itemCount(), 2, inference.capabilities().scores);
    RefittedChange refitted;
    for (const std::size_t row : {0U, 1U}) {
        const OwnedHistory& history = question.histories.at(row);
        const InferenceSession session = inference.refitted(workspace, history, stop);
        scores.set(row, session.scores(std::span(&history, 1), stop).row(0));
        (row == 0 ? refitted.before : refitted.after) = session.userVector();
    }
    refitted.change = changeOf(inference, question, scores);
    return refitted;
}

}  // namespace recscope
