// SPDX-License-Identifier: GPL-3.0-or-later
// The models that the lessons train side by side, and the lessons' measurements. This file uses no widgets, so that the
// tests of the course's claims can train the same models.
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

/// Two configs that differ only in what the chapter is about, e.g. the attention mask: the usual one, and the changed
/// one.
struct Experiment {
    RunConfig usual, changed;
    int epochs = 0;  ///< number of epochs for each config
};

/// The number of seeds for an experiment whose effect a single training cannot show.
inline constexpr int kLessonSeeds = 3;
/// Returns `config` with its seed increased by `increment`.
RunConfig withSeedIncreased(RunConfig config, int increment);
/// The number of users, drawn at random from this dataset, on whom the lessons' experiments train, so that they finish
/// within minutes; 0 = all users.
std::int64_t lessonUsers(const DatasetInfo& dataset);

/// The course's preset for a model, with this number of epochs.
RunConfig lessonConfig(const std::string& model, const DatasetInfo& dataset, int epochs);

/// Chapter 4: next-item training with the causal mask and without it. Without it, the model can read the item that it
/// is to predict.
Experiment leakExperiment(const DatasetInfo& dataset);
/// Chapter 6: training with samples that hide only the last item, and without such samples.
Experiment lastItemExperiment(const DatasetInfo& dataset);

/// A component of the bidirectional model that chapter 7 removes.
struct RemovablePart {
    const char* title;                ///< translatable
    const char *key, *value;          ///< config key, and its value when the part is removed
    const char* secondKey = nullptr;  ///< a second config key, set to "off" when the part is removed; null = none
};
std::span<const RemovablePart> removableParts();
/// The whole model, and the model without this part.
Experiment partExperiment(const DatasetInfo& dataset, const RemovablePart& part);

/// How much HR@10 one kind of held-out item loses without a part: HR@10 of the whole model minus HR@10 without the
/// part, paired by user, over users and seeds.
struct KindLoss {
    int kind = 0;             ///< index in TargetKinds::titles
    SeedInterval difference;  ///< difference in HR@10
    double p = 1;             ///< p-value of "no difference", Holm-corrected over the kinds
    /// True if HR@10 is lower without the part, p is below 5 %, and there are at least kMinUsers users.
    bool isLost = false;
};
/// A kind with fewer users than this does not count as lost.
inline constexpr std::int64_t kMinUsers = 30;
/// One entry per kind that has users, in the order of the kinds. `whole` and `without` have one list of ranks per seed.
std::vector<KindLoss> lossesOf(const TargetKinds& kinds, const std::vector<std::vector<UserRank>>& whole,
                               const std::vector<std::vector<UserRank>>& without);

/// The conclusion from the interval of a difference.
enum class DifferenceVerdict { Better, Worse, NotClear };
/// `difference` is "with minus without"; NotClear if the interval contains 0.
DifferenceVerdict verdictOf(const MeanInterval& difference);

/// For each position i of the model's input except the last: the largest attention weight, over all layers and heads,
/// from row i to position i + 1, which has the item that row i predicts.
std::vector<double> weightsAhead(const LiveTraining& training, const std::vector<Token>& history);
/// The attention weights of the last row (of `[MASK]`) by position, the mean over all layers and heads.
std::vector<double> weightsAtTheEnd(const LiveTraining& training, const std::vector<Token>& history);

/// Expected NDCG@10 of ranking `items` items at random.
double chanceNdcg(std::int64_t items);

}  // namespace recscope::ui
