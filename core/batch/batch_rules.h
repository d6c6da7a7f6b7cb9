// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"

namespace recscope {

/// How a model learns, which also decides how a history is put before it.
enum class Task {
    Cloze,     ///< reads both sides; masked items are filled in; prediction appends [MASK]
    NextItem,  ///< reads the left only; each position predicts the item after it
};

/// What becomes of the oldest item where the whole history fits. RecBole 1.2's BERT4Rec appends [MASK] to the N items
/// it keeps and drops the first column of all of them, also of those that had room (`reconstruct_test_data`).
enum class OldestItem { Read, LeftOut };

/// What a masked position reads. Mask: always [MASK]; Bert: 80 % [MASK], 10 % a random item, 10 % unchanged.
enum class MaskPolicy { Mask, Bert };
constexpr std::array<EnumName<MaskPolicy>, 2> enumNames(MaskPolicy) {
    return {{{MaskPolicy::Mask, "mask"}, {MaskPolicy::Bert, "bert"}}};
}

/// How samples of the Cloze task are made.
struct ClozeConfig {
    double maskProbability = 0.2;  ///< rho
    std::int64_t maskedItems = 0;  ///< so many random positions a sample instead of rho; 0 = by rho
    double lastItemShare = 0.1;    ///< share of samples that mask only the last item
    std::int64_t maskCopies = 1;   ///< samples made of each history (or window) per epoch
    MaskPolicy maskPolicy = MaskPolicy::Mask;

    bool operator==(const ClozeConfig&) const = default;
};

/// What decides the training samples of a model that reads sequences, and their batches.
struct BatchRules {
    Task task = Task::NextItem;
    std::int64_t maxLength = 50;  ///< N, positions the model reads
    std::int64_t windowStep = 0;  ///< long histories are cut into windows that begin so far apart; 0 = newest N only
    ClozeConfig cloze;            ///< Cloze only
    bool newestTarget = true;     ///< NextItem: the newest item is predicted, not read; false: read, not predicted
    LossConfig loss;              ///< decides the negatives
    std::int64_t batchSize = 128;
    std::uint64_t seed = 42;
};

}  // namespace recscope
