// SPDX-License-Identifier: GPL-3.0-or-later
// Fits a vector for a user whose history was not in a model's training data.
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

/// Steps of a fold-in, each over all samples of the history, or over a batch if there are more: enough for Adam's small
/// steps to converge, within a tenth of a second.
inline constexpr std::int64_t kFoldInSteps = 500;

/// A model fitted to one additional user.
struct FoldedIn {
    std::unique_ptr<Recommender> recommender;  ///< has this user alone, index 0
    std::int64_t steps = 0;                    ///< 0: no sample in the history; the mean of all users is used
};

/// Starts from the mean of the users' vectors and minimizes the training loss on this history alone, without blank
/// items. Only that vector changes; seed, order and negatives follow from the config, so that the result is
/// reproducible. `config` is the config of the model. Pre: the model reads the user. Throws Error(Cancelled) soon after
/// a stop request.
FoldedIn foldIn(const Recommender& model, const RunConfig& config, std::span<const Token> history,
                const std::stop_token& stop);

/// The fallback without any history: the logarithm of how often each item occurs in the training parts. It reads
/// neither user nor history.
std::unique_ptr<Recommender> popularityOf(const Histories& histories);

}  // namespace recscope
