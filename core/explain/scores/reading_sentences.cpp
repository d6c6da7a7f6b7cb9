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
    return run.name + (removesSeen(run)
                           ? " does not read the history: no change to it changes a score, only which items are left "
                             "out as already seen."
                           : " does not read the history: no change to it changes a score.");
}

std::string unknownUserSentence(const Capabilities& capabilities, const RunRecord& run) {
    if (!capabilities.readsUser) return {};
    const std::string unknown = ": without a user it answers as to somebody it never saw";
    if (capabilities.readsHistory) return run.name + " reads the user as well as the history" + unknown + ".";
    return run.name + " reads the user and not the history" + unknown +
           (removesSeen(run) ? ", and the history only says which items are left out as already seen." : ".");
}

std::string noAttentionSentence(const Capabilities& capabilities, const RunRecord& run) {
    if (capabilities.attention != AttentionKind::None) return {};
    return run.name + " is a run of a model without attention.";
}

}  // namespace recscope
