// SPDX-License-Identifier: GPL-3.0-or-later
// What a model makes of a question, for screens and commands whose numbers would mislead without it.
#pragma once

#include <span>
#include <string>

#include "core/explain/scores/inference_session.h"
#include "core/recommender/capabilities.h"
#include "core/store/run_store.h"

namespace recscope {

/// One sentence of a run whose scores are the same after every history; empty where the history is read. Where the
/// run's protocol removes seen items, they are all that a history changes.
std::string unreadHistorySentence(const Capabilities& capabilities, const RunRecord& run);

/// The model reads the same of both histories: they differ, if at all, in items that are too old for it.
bool readsAlike(const Capabilities& capabilities, std::span<const Token> before, std::span<const Token> after);

/// One sentence on a history that was changed where the run's model does not read it: which positions it reads, and
/// that no score can have changed. Empty where something that is read was changed, or nothing.
std::string unreadChangeSentence(const Capabilities& capabilities, const RunRecord& run, std::span<const Token> before,
                                 std::span<const Token> after);

/// One sentence on a history that belongs to no user of the dataset; empty where nobody is missed.
std::string unknownUserSentence(const Capabilities& capabilities, const RunRecord& run);

/// One sentence on whose vector answers: what was kept, refitted or fell back. Empty where no user is read.
std::string userVectorSentence(const Capabilities& capabilities, const RunRecord& run, UserVector vector);

/// One sentence that says what the numbers beside the items of a history are, and what they are not.
std::string itemPartSentence(ItemPartKind kind);

/// One sentence of a run that has no attention maps to show; empty where it has.
std::string noAttentionSentence(const Capabilities& capabilities, const RunRecord& run);

}  // namespace recscope
