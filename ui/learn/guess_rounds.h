// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "ui/learn/learn_query.h"

namespace recscope::ui {

inline constexpr int kGuessOptions = 5;  ///< options in each round
inline constexpr int kGuessRounds = 10;  ///< rounds that the user of the program plays
/// Largest number of further rounds that only the models play, because ten rounds prove nothing.
inline constexpr int kCountedRounds = 400;

/// The models that compete, in the order of the chapter's options.
enum class Player { Popularity, LastItem, Causal, Bidirectional };
inline constexpr int kPlayers = 4;

/// One user, five options including the true next item, and the choice of each model.
struct GuessRound {
    std::string userId;          ///< the user's index in the dataset, as text
    std::vector<Token> history;  ///< the newest items before the held-out one, oldest first
    std::int64_t length = 0;     ///< number of items the models read; `history` has only the newest of them
    std::array<Token, kGuessOptions> options{};
    int truth = 0;                       ///< index in options
    std::array<int, kPlayers> chosen{};  ///< indexed by Player: index in options; -1 = the model is not trained
};

/// Draws users at random from `seed`, one per round. The right option is the user's held-out test item; the other four
/// are drawn by popularity from items that the user does not have. The rounds that the user of the program plays come
/// first, then those that only the models play; there are fewer rounds if there are not enough users. Call in a job of
/// `WorkerQueue::Model`. Throws Error(Input) if the dataset is too small to draw from.
std::vector<GuessRound> drawRounds(Workspace& workspace, InferenceCache& cache, DatasetId dataset,
                                   const LearnRuns& runs, std::uint64_t seed, const std::stop_token& stop);

/// For each of `players`, in their order: one bool per round after the first `kGuessRounds`, true if the player was
/// right.
std::vector<std::vector<bool>> countedHits(const std::vector<GuessRound>& rounds, const std::vector<Player>& players);

}  // namespace recscope::ui
