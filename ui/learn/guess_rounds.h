// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "ui/learn/learn_query.h"

namespace recscope::ui {

inline constexpr int kGuessOptions = 5;
inline constexpr int kGuessRounds = 10;     ///< that a person plays
inline constexpr int kCountedRounds = 400;  ///< more, at most, that the models alone play: ten are chance

/// The models that play, in the order of the chapter's options.
enum class Player { Popularity, LastItem, Causal, Bidirectional };
inline constexpr int kPlayers = 4;

/// One user, the item that really came next among five, and what each model would choose.
struct GuessRound {
    std::string userId;
    std::vector<Token> history;  ///< the newest items before the held-out one, oldest first
    std::int64_t length = 0;     ///< of all that the models read
    std::array<Token, kGuessOptions> options{};
    int truth = 0;                       ///< index in options
    std::array<int, kPlayers> chosen{};  ///< index in options; -1: the model is not trained
};

/// Users whose test item is held out, drawn by `seed`; the other four options are drawn by popularity and are no items
/// of the user. First the rounds of the person, then those that are counted: as many as there are users for. Runs in a
/// job of `WorkerQueue::Model`. Throws Error(Input) if the dataset is too small to draw from.
std::vector<GuessRound> drawRounds(Workspace& workspace, InferenceCache& cache, DatasetId dataset,
                                   const LearnRuns& runs, std::uint64_t seed, const std::stop_token& stop);

/// By player, those of `players` in their order: which of the counted rounds it is right in.
std::vector<std::vector<bool>> countedHits(const std::vector<GuessRound>& rounds, const std::vector<Player>& players);

}  // namespace recscope::ui
