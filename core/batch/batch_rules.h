// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"

namespace recscope {

/// The training task, which also decides how a history is fed to the model.
enum class Task {
    Cloze,     ///< bidirectional: masked items are predicted; to predict the next item, [MASK] is appended
    NextItem,  ///< causal: each position predicts the item after it
};

/// Whether the oldest item of a history that fits into the model's input is read for a prediction. LeftOut reproduces
/// RecBole 1.2's BERT4Rec, which appends [MASK] to the N items it keeps and then drops the first column of every row,
/// even of rows that had space left (`reconstruct_test_data`).
enum class OldestItem { Read, LeftOut };

/// The input token at a masked position. Mask: always [MASK]; Bert: 80 % [MASK], 10 % a random item, 10 % unchanged.
enum class MaskPolicy { Mask, Bert };
constexpr std::array<EnumName<MaskPolicy>, 2> enumNames(MaskPolicy) {
    return {{{MaskPolicy::Mask, "mask"}, {MaskPolicy::Bert, "bert"}}};
}

/// How samples of the Cloze task are made.
struct ClozeConfig {
    double maskProbability = 0.2;  ///< rho: probability that a position is masked
    std::int64_t maskedItems = 0;  ///< number of random positions masked per sample, instead of rho; 0 = use rho
    double lastItemShare = 0.1;    ///< share of the samples in which only the last item is masked
    std::int64_t maskCopies = 1;   ///< number of samples made from each history (or window) per epoch
    MaskPolicy maskPolicy = MaskPolicy::Mask;

    bool operator==(const ClozeConfig&) const = default;
};

/// Everything that determines the training samples and batches of a sequence model.
struct BatchRules {
    Task task = Task::NextItem;
    std::int64_t maxLength = 50;  ///< N: largest number of positions that the model takes as input
    std::int64_t windowStep = 0;  ///< distance between the starts of a long history's windows; 0 = newest N only
    ClozeConfig cloze;            ///< Cloze only
    bool newestTarget = true;  ///< NextItem: the newest item is only a target; false: also an input (without a target)
    LossConfig loss;           ///< determines which negatives are drawn
    std::int64_t batchSize = 128;
    std::uint64_t seed = 42;
};

}  // namespace recscope
