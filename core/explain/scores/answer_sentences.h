// SPDX-License-Identifier: GPL-3.0-or-later
// What was found about a recommendation, as sentences with names and numbers: the window and the command line say the
// same.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "core/explain/scores/removal_test.h"
#include "core/explain/scores/what_if.h"

namespace recscope {

using TitleOf = std::function<std::string(Token)>;

/// The title of the item at `position` of the history, counted from 0; where the item is there more than once, with its
/// position as a person counts: "Home Alone (1990) at position 16".
std::string titleAt(std::span<const Token> history, std::int32_t position, const TitleOf& titleOf);

/// "Without Home Alone (1990), Nine Months (1995) falls from rank 2 to 29." `history`, `topK`: as they were asked with.
std::string smallestChangeSentence(const SmallestChange& change, std::span<const Token> history, std::int32_t topK,
                                   const TitleOf& titleOf);

/// The item that an effect is of: "Home Alone (1990)"; where equal ones went together, "Home Alone (1990) (3 times)";
/// where one of several went, "Home Alone (1990) at position 16".
std::string titleOf(const RemovalEffect& effect, std::span<const Token> history, const TitleOf& titleOf);

/// "Nine Months (1995) rests most on Home Alone (1990): without it the log-probability falls by 0.532 nats (rank 2
/// before, 29 after); …", or that no single item carries it, where no removal lets its rank fall or takes a tenth of
/// its probability (`strongestOf`). Names the same item as `smallestChangeSentence` where one item decides. Empty where
/// nothing was taken away. `history`: the tested one.
std::string removalSentence(const RemovalTest& test, std::span<const Token> history, const TitleOf& titleOf);

}  // namespace recscope
