// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences that state which parts of a query (history, user) a model reads. Some screens and commands show numbers
// that would be misleading without such a sentence.
#pragma once

#include <span>
#include <string>

#include "core/explain/scores/inference_session.h"
#include "core/recommender/capabilities.h"
#include "core/store/run_store.h"

namespace recscope {

/// One sentence for a run whose scores are the same after every history; empty if the model reads the history. If the
/// run's protocol removes seen items, the history only changes which items are excluded.
std::string historyNotReadSentence(const Capabilities& capabilities, const RunRecord& run);

/// Whether the model reads the same items in both histories. The histories may still differ in items that are too old
/// for the model to read.
bool readsSameItems(const Capabilities& capabilities, std::span<const Token> before, std::span<const Token> after);

/// One sentence on a history that changed only where the run's model does not read it. The sentence states which
/// positions the model reads, and that no score changes. Empty if nothing changed, or if the change includes something
/// that the model reads.
std::string unreadChangeSentence(const Capabilities& capabilities, const RunRecord& run, std::span<const Token> before,
                                 std::span<const Token> after);

/// One sentence on a history that belongs to no user of the dataset; empty if the model does not read the user.
std::string unknownUserSentence(const Capabilities& capabilities, const RunRecord& run);

/// One sentence on which user vector is used: trained, refitted or a fallback. Empty if the model does not read the
/// user.
std::string userVectorSentence(const Capabilities& capabilities, const RunRecord& run, UserVector vector);

/// Explains what the numbers beside the items of a history mean, and what they do not mean.
std::string itemPartSentence(ItemPartKind kind);

/// One sentence for a run without attention maps; empty if the run has attention maps.
std::string noAttentionSentence(const Capabilities& capabilities, const RunRecord& run);
/// One sentence for a run whose attention weights need not sum to 1 in each row; empty for other runs.
std::string noSharesSentence(const Capabilities& capabilities, const RunRecord& run);

}  // namespace recscope
