// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/sequence/dataset.h"
#include "core/sequence/histories.h"

namespace recscope {

/// Which part of a user's history a model reads to predict the next item. All pages and commands that predict for a
/// user of the dataset offer this choice with the same default, so that two predictions for one user refer to the same
/// history.
enum class HistoryInput {
    Test,   ///< all items before the test item, as for the test metrics
    Valid,  ///< all items before the validation item, as for the validation metrics
    All,    ///< all items, including the test item, as for recommending what comes next
};
inline constexpr HistoryInput kDefaultHistoryInput = HistoryInput::Test;

/// The input that is used to predict the target of a split.
HistoryInput inputBefore(Split target);

std::string_view historyInputName(HistoryInput input);     ///< stored: "test", "valid", "all"
HistoryInput historyInputFromName(std::string_view name);  ///< throws Error(Usage)
std::string historyInputSentence(HistoryInput input);      ///< "reads all items before the test item"

/// The part of one history that a model reads.
struct ModelHistory {
    History items;                              ///< oldest first, a part of the whole history
    std::optional<Token> target;                ///< the held-out item that follows `items`; empty for All
    std::optional<std::int64_t> targetTime;     ///< Unix seconds; empty without a target or times
    HistoryInput input = kDefaultHistoryInput;  ///< which part; All if the requested held-out item is missing

    bool operator==(const ModelHistory& other) const;
};

/// A user's whole history. It has times only if every interaction has one.
OwnedHistory historyOf(std::span<const Interaction> interactions);

/// Makes the input for one of the choices of HistoryInput; every page and command that offers them uses this function.
/// If the history lacks the held-out item that `input` refers to, the whole history is used.
ModelHistory modelHistory(const History& whole, const HistoryCut& cut, HistoryInput input);
ModelHistory modelHistory(const Histories& histories, std::int32_t user, HistoryInput input);

}  // namespace recscope
