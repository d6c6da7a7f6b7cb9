// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/reading_sentences.h"

namespace recscope {

namespace {

bool removesSeen(const RunRecord& run) {
    return run.protocol.seen == SeenItems::Removed;
}

}  // namespace

std::string unreadHistorySentence(const Capabilities& capabilities, const RunRecord& run) {
    if (capabilities.readsHistory) return {};
    // A vector that is learned from the history is all by which it could.
    const std::string unless = capabilities.readsUser ? " unless the user's vector is refitted" : "";
    return run.name + " does not read the history: no change to it changes a score" + unless +
           (removesSeen(run) ? ", only which items are left out as already seen." : ".");
}

namespace {

/// "the mean of all users' vectors answers"
std::string standIn(UnknownUser unknown) {
    switch (unknown) {
        case UnknownUser::Anybody:
            return {};
        case UnknownUser::MeanUser:
            return "the mean of all users' vectors stands in";
        case UnknownUser::HistoryAlone:
            return "only what reads the history answers";
        case UnknownUser::Popularity:
            return "popularity answers";
    }
    return {};
}

}  // namespace

std::string unknownUserSentence(const Capabilities& capabilities, const RunRecord& run) {
    if (!capabilities.readsUser) return {};
    const std::string unknown = ": without a user " + standIn(capabilities.unknownUser);
    if (capabilities.readsHistory) return run.name + " reads the user as well as the history" + unknown + ".";
    return run.name + " reads the user and not the history" + unknown +
           (removesSeen(run) ? ", and the history only says which items are left out as already seen." : ".");
}

std::string userVectorSentence(const Capabilities& capabilities, const RunRecord& run, UserVector vector) {
    const std::string& name = run.name;
    switch (vector) {
        case UserVector::NotRead:
            return {};
        case UserVector::Trained:
            return name + " keeps the vector that it learned for this user.";
        case UserVector::Unknown:
            return name + " does not know this user: " + standIn(capabilities.unknownUser) + ".";
        case UserVector::Refitted:
            return name + ": refitted. The user's vector was learned anew from this history.";
        case UserVector::Mean:
            return name +
                   ": not refitted. This history is too short to learn a vector from; the mean of all users' "
                   "vectors stands in.";
        case UserVector::Popularity:
            return name + ": not refitted. The history is empty; popularity answers.";
    }
    return {};
}

std::string itemPartSentence(ItemPartKind kind) {
    if (kind == ItemPartKind::Weight)
        return "Weight: how strongly the item was mixed into the answer, the same for every recommendation. It may be "
               "negative, the weights need not sum to 1, and a large one does not show that the item speaks for a "
               "recommendation.";
    return "Contribution: exactly what the item adds to the score of this recommendation; they sum to the score. An "
           "item that occurs more than once counts once, at its newest position.";
}

std::string noAttentionSentence(const Capabilities& capabilities, const RunRecord& run) {
    if (capabilities.attention == AttentionKind::EveryPosition) return {};
    if (capabilities.attention == AttentionKind::LastOnly)
        return run.name +
               " is a run of a model without attention maps: it gives each item one weight, which explain shows.";
    return run.name + " is a run of a model without attention.";
}

}  // namespace recscope
