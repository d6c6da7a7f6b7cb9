// SPDX-License-Identifier: GPL-3.0-or-later
// What the lessons train side by side and measure there, without widgets: the tests of the course's claims train the
// same.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/metrics/seed_statistics.h"
#include "core/sequence/dataset.h"
#include "ui/learn/target_kinds.h"

namespace recscope {
class LiveTraining;
}

namespace recscope::ui {

/// Two configs that differ in the one thing the chapter is about.
struct Experiment {
    RunConfig usual, changed;
    int epochs = 0;  ///< of both
};

/// With how many seeds an experiment is trained whose effect a single training cannot show.
inline constexpr int kLessonSeeds = 3;
/// The same config with a later seed: `after` = 0 is its own.
RunConfig withSeedAfter(RunConfig config, int after);
/// On how many drawn users of this dataset the lessons' experiments train, so that they end within minutes; 0 = all.
std::int64_t lessonUsers(const DatasetInfo& dataset);

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

/// What one kind of held-out item lost with a part: HR@10 of the whole model minus that without, paired by user, over
/// users and seeds.
struct KindLoss {
    int kind = 0;             ///< index in TargetKinds::titles
    SeedInterval difference;  ///< of HR@10
    double p = 1;             ///< of "no difference", Holm's correction over the kinds
    bool isLost = false;      ///< clearly worse without the part: p below 5 %, and at least `kFewestUsers`
};
/// A kind with fewer users says too little for a verdict.
inline constexpr std::int64_t kFewestUsers = 30;
/// By kind that has users, in the kinds' order. The ranks: a list for each seed.
std::vector<KindLoss> lossesOf(const TargetKinds& kinds, const std::vector<std::vector<UserRank>>& whole,
                               const std::vector<std::vector<UserRank>>& without);

/// What an interval of a difference says.
enum class DifferenceVerdict { Better, Worse, NotClear };
/// Of "with minus without": by whether the interval holds 0.
DifferenceVerdict verdictOf(const MeanInterval& difference);

/// For each position of the history but the last: the weight that the row which should predict the next item gives to
/// that very item, the largest over all heads.
std::vector<double> weightsAhead(const LiveTraining& training, const std::vector<Token>& history);
/// What the row at the end (of `[MASK]`) gives each position, the mean over all heads.
std::vector<double> weightsAtTheEnd(const LiveTraining& training, const std::vector<Token>& history);

/// NDCG@10 of ranking so many items by chance: the mean over all ranks.
double chanceNdcg(std::int64_t items);

}  // namespace recscope::ui
