// SPDX-License-Identifier: GPL-3.0-or-later
// Turns findings about a recommendation into sentences with titles and numbers. The window and the command line share
// these sentences.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "core/explain/scores/removal_test.h"
#include "core/explain/scores/what_if.h"

namespace recscope {

using TitleOf = std::function<std::string(Token)>;  ///< returns the title of an item

/// The title of the item at `position` of the history, counted from 0. If the item occurs more than once, its position
/// follows, counted from 1: "Home Alone (1990) at position 16".
std::string titleAt(std::span<const Token> history, std::int32_t position, const TitleOf& titleOf);

/// "Without Home Alone (1990), Nine Months (1995) falls from rank 2 to 29." `history`, `topK`: as passed to
/// `smallestChange`.
std::string smallestChangeSentence(const SmallestChange& change, std::span<const Token> history, std::int32_t topK,
                                   const TitleOf& titleOf);

/// The item of an effect: "Home Alone (1990)"; if several occurrences were removed together, "Home Alone (1990) (3
/// times)"; if only one of several occurrences was removed, "Home Alone (1990) at position 16".
std::string titleOf(const RemovalEffect& effect, std::span<const Token> history, const TitleOf& titleOf);

/// "Nine Months (1995) depends most on Home Alone (1990): without it the log-probability falls by 0.532 nats (rank 2
/// before, 29 after); …". If no removal lowers the rank or takes a tenth of the probability (`strongestOf`), the
/// sentence states instead that the recommendation depends on no single item. If removing one item is enough for the
/// recommendation to leave the list, this sentence and `smallestChangeSentence` both name that item. Empty if nothing
/// was removed. `history`: the history of the removal test.
std::string removalSentence(const RemovalTest& test, std::span<const Token> history, const TitleOf& titleOf);

}  // namespace recscope
