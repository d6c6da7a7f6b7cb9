// SPDX-License-Identifier: GPL-3.0-or-later
// A vector for a user whose history a model did not learn from.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "core/recommender/query.h"

namespace recscope {

class Recommender;
struct Histories;
struct RunConfig;

/// Steps of a fold-in, each over all samples of the history, or over a batch where they are more: enough for Adam's
/// small steps to arrive, and a tenth of a second.
inline constexpr std::int64_t kFoldInSteps = 500;

/// A model that was given a user of its own.
struct FoldedIn {
    std::unique_ptr<Recommender> recommender;  ///< has one user, index 0
    std::int64_t steps = 0;  ///< 0: the history has no sample of this model, and the mean of all users stands in
};

/// Begins with the mean of the users' vectors and runs the training loss on this history alone, blank items left out.
/// Only that vector changes; seed, order and negatives are the config's and the same every time. `config` is what the
/// model was made from. Pre: the model reads the user. Throws Error(Cancelled) soon after a stop was asked for.
FoldedIn foldIn(const Recommender& model, const RunConfig& config, std::span<const Token> history,
                const std::stop_token& stop);

/// What stands in where there is no history at all: how often each item occurs in the training parts, as logarithms.
/// It reads nothing.
std::unique_ptr<Recommender> popularityOf(const Histories& histories);

}  // namespace recscope
