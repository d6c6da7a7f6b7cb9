// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/sequence/histories.h"

namespace recscope {

/// Which part of a user's history a model reads to predict the next item. Every query about a user of the dataset
/// offers this choice with the same default, so that two predictions for one user refer to the same history.
enum class HistoryInput {
    Test,   ///< all before the test item: the input of the test score
    Valid,  ///< all before the validation item: the input of the validation score
    All,    ///< everything, including the test item: the input for recommendations today
};
inline constexpr HistoryInput kDefaultHistoryInput = HistoryInput::Test;

/// The input of a split's target.
HistoryInput inputBefore(Split target);

std::string_view historyInputName(HistoryInput input);     ///< stored: "test", "valid", "all"
HistoryInput historyInputFromName(std::string_view name);  ///< throws Error(Usage)
std::string historyInputSentence(HistoryInput input);      ///< "reads all items before the test item"

/// The part of one history that a model reads.
struct GivenHistory {
    std::span<const Token> items;               ///< oldest first, a part of the whole history
    std::optional<Token> target;                ///< the held-out item that came next
    HistoryInput input = kDefaultHistoryInput;  ///< All if nothing can be held out

    bool operator==(const GivenHistory& other) const;
};

/// The only function that derives the input from a history and a choice. A history without such a target is used whole.
GivenHistory givenHistory(std::span<const Token> whole, const HistoryCut& cut, HistoryInput input);
GivenHistory givenHistory(const Histories& histories, std::int32_t user, HistoryInput input);

}  // namespace recscope
