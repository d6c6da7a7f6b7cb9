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

/// Number of optimizer steps of a fold-in. Each step uses all samples of the history, or one batch of them if they do
/// not fit into one batch. The fold-in is assumed to converge within this many small steps of Adam, which take about a
/// tenth of a second at most.
inline constexpr std::int64_t kFoldInSteps = 500;

/// A model fitted to one additional user.
struct FoldedIn {
    std::unique_ptr<Recommender> recommender;  ///< has only this user, with index 0
    std::int64_t steps = 0;  ///< optimizer steps taken; 0 if the history gives no sample, so that the vector is the
                             ///< mean of all users' vectors
};

/// Fits the vector of a new user: starts from the mean of all users' vectors and minimizes the training loss on this
/// history alone, without its blank positions (`kHiddenItem`). Only the new vector changes; seed, order and negatives
/// follow from the config, so that the result is reproducible. `config` is the config of the model. Pre: the model
/// reads the user. Throws Error(Cancelled) soon after a stop request.
FoldedIn foldIn(const Recommender& model, const RunConfig& config, const History& history, const std::stop_token& stop);

/// A recommender for users without a history. The score of an item is the logarithm of its count in the training parts;
/// it depends on neither the user nor the history.
std::unique_ptr<Recommender> popularityOf(const Histories& histories);

}  // namespace recscope
