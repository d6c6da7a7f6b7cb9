// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/reading_sentences.h"

#include <algorithm>

#include "core/util/translated.h"

namespace recscope {

namespace {

bool removesSeen(const RunRecord& run) {
    return run.protocol.seen == SeenItems::Removed;
}

}  // namespace

std::string historyNotReadSentence(const Capabilities& capabilities, const RunRecord& run) {
    if (capabilities.readsHistory) return {};
    // For a model that reads only the user, the history matters only through a user vector that is refitted on it.
    const std::string unless =
        capabilities.refitsUser ? translated(" unless the user's vector is refitted") : std::string("");
    const std::string but =
        removesSeen(run) ? translated(", only which items are left out as already seen") : std::string();
    return translated("{} does not read the history: changing it changes no score{}{}.", run.name, unless, but);
}

bool readsSameItems(const Capabilities& capabilities, std::span<const Token> before, std::span<const Token> after) {
    if (!capabilities.readsHistory) return true;
    const auto read = [&](std::span<const Token> history) {
        const auto most = static_cast<std::size_t>(capabilities.maxLength);
        return most == 0 || history.size() <= most ? history : history.last(most);
    };
    return std::ranges::equal(read(before), read(after));
}

std::string unreadChangeSentence(const Capabilities& capabilities, const RunRecord& run, std::span<const Token> before,
                                 std::span<const Token> after) {
    if (!capabilities.readsHistory || std::ranges::equal(before, after) || !readsSameItems(capabilities, before, after))
        return {};
    const auto length = static_cast<std::int64_t>(after.size());
    const std::string but =
        removesSeen(run) ? translated(", only which items are left out as already seen") : std::string();
    return translated(
        "{} reads only the newest {} items, positions {} to {}: the change concerns older items, so no score "
        "changes{}.",
        run.name, capabilities.maxLength, std::max<std::int64_t>(length - capabilities.maxLength, 0) + 1, length, but);
}

namespace {

/// A clause on what replaces the vector of an unknown user: "the mean of all users' vectors is used instead".
std::string replacementForUnknownUser(UnknownUser unknown) {
    switch (unknown) {
        case UnknownUser::NotNeeded:
            return {};
        case UnknownUser::MeanUser:
            return translated("the mean of all users' vectors is used instead");
        case UnknownUser::HistoryAlone:
            return translated("only the part that reads the history predicts");
        case UnknownUser::Popularity:
            return translated("popularity is used instead");
        case UnknownUser::OwnEntry:
            return translated("the model's own entry for unknown users is used instead");
    }
    return {};
}

}  // namespace

std::string unknownUserSentence(const Capabilities& capabilities, const RunRecord& run) {
    if (!capabilities.readsUser) return {};
    const std::string unknown = translated(": without a user {}", replacementForUnknownUser(capabilities.unknownUser));
    if (capabilities.readsHistory) return translated("{} reads the user as well as the history{}.", run.name, unknown);
    const std::string seen = removesSeen(run)
                                 ? translated(", and the history only says which items are left out as already seen")
                                 : std::string();
    return translated("{} reads the user and not the history{}{}.", run.name, unknown, seen);
}

std::string userVectorSentence(const Capabilities& capabilities, const RunRecord& run, UserVector vector) {
    const std::string& name = run.name;
    switch (vector) {
        case UserVector::NotRead:
            return {};
        case UserVector::Trained:
            return translated("{} keeps the vector that it learned for this user.", name);
        case UserVector::Unknown:
            return translated("{} does not know this user: {}.", name,
                              replacementForUnknownUser(capabilities.unknownUser));
        case UserVector::Refitted:
            return translated("{}: refitted. The user's vector was learned again from this history.", name);
        case UserVector::Mean:
            return translated(
                "{}: not refitted. This history is too short to learn a vector from; the mean of all users' vectors is "
                "used instead.",
                name);
        case UserVector::Popularity:
            return translated("{}: not refitted. The history is empty; popularity is used instead.", name);
    }
    return {};
}

std::string itemPartSentence(ItemPartKind kind) {
    if (kind == ItemPartKind::Weight)
        return translated(
            "Weight: how strongly the item contributes to the prediction, the same for every recommendation. It may be "
            "negative, the weights need not sum to 1, and a large weight does not show that the item supports a "
            "recommendation.");
    if (kind == ItemPartKind::CandidateWeight)
        return translated(
            "Weight: how strongly a recommendation reads the item from the memory. The weights sum to 1. Each "
            "recommendation has its own; where none is chosen, they are those of the first.");
    return translated(
        "Contribution: exactly what the item adds to the score of this recommendation; all contributions sum to the "
        "score. An item that occurs more than once may count only once, at its newest position.");
}

std::string noAttentionSentence(const Capabilities& capabilities, const RunRecord& run) {
    if (capabilities.attention == AttentionKind::EveryPosition) return {};
    if (capabilities.attention == AttentionKind::LastOnly)
        return translated(
            "{} is a run of a model without attention maps: it gives each item one weight, which the command explain "
            "shows.",
            run.name);
    return translated("{} is a run of a model without attention.", run.name);
}

std::string noSharesSentence(const Capabilities& capabilities, const RunRecord& run) {
    if (capabilities.attention != AttentionKind::EveryPosition ||
        capabilities.attentionWeights == AttentionWeights::Softmax)
        return {};
    return translated(
        "The attention of {} is pointwise: its weights need not sum to 1 and may be negative, so they are not shares.",
        run.name);
}

}  // namespace recscope
