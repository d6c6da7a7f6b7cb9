// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions after edited histories.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/scores/removal_test.h"
#include "core/sequence/edited_item.h"
#include "core/util/progress.h"

namespace recscope {

enum class EditKind {
    Insert,   ///< `token` comes to stand at `position`; later items move on. position = length appends
    Delete,   ///< the item at `position` goes, later ones close up
    Repeat,   ///< the item at `position` stands there twice; the second is the one that was put in
    Replace,  ///< `token` instead of the item at `position`
    Mask,     ///< the position stays, its item is hidden (`kBlank`)
    Move,     ///< the item at `position` is taken out and comes to stand at `to`
};

/// One change. Positions count from the oldest item, from 0, in the history as earlier edits left it.
struct HistoryEdit {
    EditKind kind = EditKind::Delete;
    std::int32_t position = 0;
    Token token = kPadToken;  ///< Insert and Replace
    std::int32_t to = 0;      ///< Move
    /// Delete and Mask: what goes where the item stands there more than once.
    EqualItems equal = EqualItems::OneByOne;
    bool operator==(const HistoryEdit&) const = default;
};

/// A history before any edit.
std::vector<EditedItem> uneditedItems(std::span<const Token> history);
/// Makes one edit. Throws Error(Usage) if its position is out of range.
void applyEdit(const HistoryEdit& edit, std::vector<EditedItem>& items);
/// What the model is asked.
std::vector<Token> tokensOf(std::span<const EditedItem> items);

/// The history after all edits, in order. Throws Error(Usage) naming an edit whose position is out of range.
std::vector<Token> edited(std::span<const Token> history, std::span<const HistoryEdit> edits);

/// How one item ranks after a history.
struct ItemRank {
    Token token = kPadToken;
    std::int32_t rank = 0;  ///< among all items but the seen ones; ties count against it
    float score = 0, probability = 0;
};

/// One item before and after something was changed.
struct RankMove {
    ItemRank before, after;
};

struct WhatIfQuestion {
    std::vector<std::vector<Token>> histories;  ///< items or `kBlank`
    std::int32_t topK = 10;
    std::vector<Token> requested;  ///< items whose ranks are wanted
    /// Items that count as seen besides those of each history, where the run's protocol removes seen items: the
    /// original history here keeps a deleted item from coming back as a recommendation.
    std::vector<Token> alsoSeen;
};

struct WhatIfAnswer {
    std::vector<Token> history;
    std::vector<Recommendation> recommendations;
    std::vector<ItemRank> requested;  ///< in the order of the question
};

/// One batched pass, one answer per history. Throws Error(Input) for tokens that are no items, and for a history in
/// which a causal model finds no item.
std::vector<WhatIfAnswer> whatIf(const InferenceSession& inference, const WhatIfQuestion& question);

/// How the list changes from one history to another.
struct ListChange {
    WhatIfAnswer before, after;
    std::vector<RankMove> moves;  ///< of every item: the new list's, the others of the old list, the other asked ones
};

/// One batched pass. Throws as `whatIf`. Pre: two histories.
ListChange listChange(const InferenceSession& inference, const WhatIfQuestion& question);
/// The same, each history asked by a user vector that was refitted on it (`InferenceSession::refitted`), so that what
/// moves is what the edit does. Throws Error(Usage) where no user is read, and Error(Cancelled), too.
struct RefittedChange {
    ListChange change;
    UserVector before = UserVector::Refitted, after = UserVector::Refitted;
};
RefittedChange refittedListChange(const InferenceSession& inference, Workspace& workspace,
                                  const WhatIfQuestion& question, const std::stop_token& stop = {});

struct SmallestChangeOptions {
    std::int32_t topK = 10;
    EditKind kind = EditKind::Delete;  ///< Delete or Mask
    std::int32_t maxChanges = 10;      ///< items; equal ones that go together are one
    EqualItems equal = EqualItems::Together;
};

/// Which items have to go so that a recommendation goes.
struct SmallestChange {
    bool found = false;                   ///< false: not within `maxChanges`, or nothing is left to take away
    std::vector<std::int32_t> positions;  ///< in the given history, rising
    std::int32_t changes = 0;             ///< how many items that are; equal ones that went together are one
    std::vector<Token> history;           ///< what is left (blanks included)
    ItemRank before, after;
    std::vector<std::int32_t> rankAfterEach;  ///< along the search: after 1, 2, … changes
    std::int64_t predictions = 0;             ///< histories that were tried
    std::vector<HistoryEdit> edits() const;   ///< that lead there from the given history, as `edited` takes them
    EditKind kind = EditKind::Delete;
};

/// Greedy: the change that brings the item closest to leaving the first `topK` is made, and again, until it has left;
/// then every change that turns out not to be needed is taken back. Of several changes that are enough it is the one
/// after which the item ranks lowest, as `strongestOf` has it: both name the same item where one is enough. No proof
/// that nothing smaller exists, except that one change is found where one is enough. Items of the given history stay
/// seen. Progress counts changes. Throws Error(Cancelled), Error(Usage) if the item is not among the first `topK` to
/// begin with.
SmallestChange smallestChange(const InferenceSession& inference, std::span<const Token> history, Token item,
                              const SmallestChangeOptions& options, const ProgressSink& progress,
                              const std::stop_token& stop);

}  // namespace recscope
