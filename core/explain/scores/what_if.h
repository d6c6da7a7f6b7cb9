// SPDX-License-Identifier: GPL-3.0-or-later
// Compares predictions after a history and after edited versions of it.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/scores/removal_test.h"
#include "core/sequence/edited_item.h"
#include "core/sequence/history.h"
#include "core/util/progress.h"

namespace recscope {

enum class EditKind {
    Insert,   ///< inserts `token` at `position`; later items shift by one; appends if `position` is the history length
    Delete,   ///< removes the item at `position`; later items move up
    Repeat,   ///< duplicates the item at `position`; the second of the two counts as inserted
    Replace,  ///< puts `token` in place of the item at `position`
    Mask,     ///< the position stays, its item is hidden (`kHiddenItem`)
    Move,     ///< moves the item at `position` to position `to`
};

/// One edit. Positions count from 0 at the oldest item, in the history as left by earlier edits.
struct HistoryEdit {
    EditKind kind = EditKind::Delete;
    std::int32_t position = 0;
    Token token = kPadToken;  ///< the new item; for Insert and Replace
    std::int32_t to = 0;      ///< the new position; for Move
    /// For Delete and Mask: which occurrences are removed if the item occurs more than once.
    RepeatedItems repeatedItems = RepeatedItems::OneByOne;
    bool operator==(const HistoryEdit&) const = default;
};

/// A history before any edit.
std::vector<EditedItem> uneditedItems(std::span<const Token> history);
/// Applies one edit to `items`. Throws Error(Usage) if its position is out of range.
void applyEdit(const HistoryEdit& edit, std::vector<EditedItem>& items);
/// The tokens of the edited items, as the model reads them.
std::vector<Token> tokensOf(std::span<const EditedItem> items);

/// The edited items as a history, with times if `original` has them: an item that was moved takes the time that
/// belonged to its new position, and an inserted item takes the mean of its neighbours' times.
OwnedHistory historyOf(std::span<const EditedItem> items, const History& original);

/// The history after all edits, in order. Throws Error(Usage) naming an edit whose position is out of range.
OwnedHistory edited(const History& history, std::span<const HistoryEdit> edits);

/// How one item ranks after a history.
struct ItemRank {
    Token token = kPadToken;
    /// Among all items except the seen ones; items with the same score count as ranked before it.
    std::int32_t rank = 0;
    float score = 0, probability = 0;
};

/// The rank of one item before and after a change.
struct RankMove {
    ItemRank before, after;
};

/// What `whatIf` predicts after each of several histories.
struct WhatIfQuestion {
    std::vector<OwnedHistory> histories;  ///< each contains items or `kHiddenItem`, oldest first
    std::int32_t topK = 10;
    std::vector<Token> requested;  ///< items whose ranks are requested, in addition to the recommendations
    /// Items that count as seen in addition to those of each history, if the run's protocol removes seen items. Passing
    /// the original history keeps a deleted item from reappearing as a recommendation.
    std::vector<Token> alsoSeen;
};

/// The predictions after one history.
struct WhatIfAnswer {
    std::vector<Token> history;
    std::vector<Recommendation> recommendations;
    std::vector<ItemRank> requested;  ///< in the order of `WhatIfQuestion::requested`
};

/// Computes the predictions for all histories in one batched pass. Returns one answer per history. Throws Error(Input)
/// for tokens that are not items, and for a history in which a causal model finds no item.
std::vector<WhatIfAnswer> whatIf(const InferenceSession& inference, const WhatIfQuestion& question);

/// How the list changes from one history to another.
struct ListChange {
    WhatIfAnswer before, after;
    std::vector<RankMove> moves;  ///< items of the new list, then other items of the old list and of `requested`
};

/// Compares the lists after two histories, in one batched pass. Throws for the same reasons as `whatIf`. Pre:
/// `question` has two histories.
ListChange listChange(const InferenceSession& inference, const WhatIfQuestion& question);
/// The change of the list with a user vector refitted on each of the two histories (`InferenceSession::refitted`). Both
/// are refitted, so that the moves show the effect of the edit alone and not that of the refit. `refittedListChange`
/// throws for the same reasons as `listChange`, and also Error(Usage) if the model does not read the user, and
/// Error(Cancelled).
struct RefittedChange {
    ListChange change;
    UserVector before = UserVector::Refitted, after = UserVector::Refitted;
};
RefittedChange refittedListChange(const InferenceSession& inference, Workspace& workspace,
                                  const WhatIfQuestion& question, const std::stop_token& stop = {});

struct SmallestChangeOptions {
    std::int32_t topK = 10;
    EditKind kind = EditKind::Delete;  ///< Delete or Mask
    std::int32_t maxChanges = 10;      ///< maximum number of items; occurrences removed together count once
    RepeatedItems repeatedItems = RepeatedItems::Together;
};

/// Which items must be removed for a recommendation to leave the list.
struct SmallestChange {
    bool found = false;  ///< false = `maxChanges` removals are not enough, or nothing is left to remove
    std::vector<std::int32_t> positions;  ///< removed positions in the given history, ascending
    std::int32_t changes = 0;             ///< number of items; occurrences removed together count once
    std::vector<Token> history;  ///< the remaining history; for Mask, with `kHiddenItem` in place of the hidden items
    ItemRank before, after;
    std::vector<std::int32_t> rankAfterEach;  ///< rank of the item during the search, after 1, 2, … changes
    std::int64_t predictions = 0;             ///< number of histories tried
    std::vector<HistoryEdit> edits() const;   ///< edits that turn the given history into `history`, for `edited`
    EditKind kind = EditKind::Delete;
};

/// Greedy search: repeatedly makes the change that brings the item closest to leaving the first `topK`, until it has
/// left, and then undoes every change that turns out to be unnecessary. Among several sufficient changes it picks the
/// change after which the item ranks lowest. `strongestOf` chooses in the same way, so that both name the same item if
/// removing one item is enough. The result may not be the smallest change possible, but if a single change is enough,
/// it is always found. Items of the given history stay seen. Progress counts changes. Throws Error(Cancelled), and
/// Error(Usage) if the item is not among the first `topK` to begin with.
SmallestChange smallestChange(const InferenceSession& inference, const History& history, Token item,
                              const SmallestChangeOptions& options, const ProgressSink& progress,
                              const std::stop_token& stop);

}  // namespace recscope
