// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/sequence/histories.h"

namespace recscope {

/// Which part of a user's history a model reads when it is asked what comes next. Everything that asks about a user of
/// the dataset has this choice with the same default, so that two answers about one user are about the same history.
enum class HistoryInput {
    Test,   ///< all before the test item: what the test score is measured on
    Valid,  ///< all before the validation item: what the validation score is measured on
    All,    ///< everything, the test item too: what a list to send out today is made from
};
inline constexpr HistoryInput kDefaultHistoryInput = HistoryInput::Test;

/// The input of a split's target.
HistoryInput inputBefore(Split target);

std::string_view historyInputName(HistoryInput input);     ///< stored: "test", "valid", "all"
HistoryInput historyInputFromName(std::string_view name);  ///< throws Error(Usage)
std::string historyInputSentence(HistoryInput input);      ///< "reads all items before the test item"

/// What a model is given of one history.
struct GivenHistory {
    std::span<const Token> items;               ///< oldest first, a part of the whole history
    std::optional<Token> target;                ///< the item that came next and is held out
    HistoryInput input = kDefaultHistoryInput;  ///< what is given: All where nothing can be held out

    bool operator==(const GivenHistory& other) const;
};

/// The one place that turns a history and a choice into what is read. A history that has no such target is given whole.
GivenHistory givenHistory(std::span<const Token> whole, const HistoryCut& cut, HistoryInput input);
GivenHistory givenHistory(const Histories& histories, std::int32_t user, HistoryInput input);

}  // namespace recscope
