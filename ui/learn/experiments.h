// SPDX-License-Identifier: GPL-3.0-or-later
// What the lessons train side by side and measure there, without widgets: the tests of the course's claims train the
// same.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/explain/scores/habit_board.h"
#include "core/sequence/dataset.h"

namespace recscope {
class LiveTraining;
}

namespace recscope::ui {

/// Two configs that differ in the one thing the chapter is about.
struct Experiment {
    RunConfig usual, changed;
    int epochs = 0;  ///< of both
};

/// The course's preset of a model with so many epochs.
RunConfig lessonConfig(const std::string& model, const DatasetInfo& dataset, int epochs);

/// Chapter 4: predicting the next item with the causal mask, and without it.
Experiment cheatExperiment(const DatasetInfo& dataset);
/// Chapter 6: with samples that hide the last item only, and without them.
Experiment lastItemExperiment(const DatasetInfo& dataset);

/// A part of the two-sided model that chapter 7 takes away.
struct RemovablePart {
    const char* title;  ///< to be translated
    const char *key, *value;
    const char* alsoOff = nullptr;  ///< another key of the same part
};
std::span<const RemovablePart> removableParts();
/// The whole model, and the same without this part.
Experiment partExperiment(const DatasetInfo& dataset, const RemovablePart& part);
/// The habit is served clearly worse: the whole 95 % interval of the difference in HR@10, paired by user, is a loss.
/// Pre: both have users.
bool isLost(const HabitRow& whole, const HabitRow& without);

/// For each position of the history but the last: the weight that the row which should predict the next item gives to
/// that very item, the largest over all heads.
std::vector<double> weightsAhead(const LiveTraining& training, const std::vector<Token>& history);
/// What the row at the end (of `[MASK]`) gives each position, the mean over all heads.
std::vector<double> weightsAtTheEnd(const LiveTraining& training, const std::vector<Token>& history);

/// NDCG@10 of ranking so many items by chance: the mean over all ranks.
double chanceNdcg(std::int64_t items);

}  // namespace recscope::ui
