// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <optional>

#include "core/batch/device_negatives.h"
#include "core/batch/random_streams.h"
#include "core/batch/training_batches.h"

namespace recscope {

/// Makes the batches of `TrainingBatches` on a device that holds the whole dataset: an epoch transfers only its order,
/// and no step waits for the device. Tokens, scored positions, targets and negatives are the same, but all batches have
/// one shape: a single micro-batch (B, T) with T the length of the longest input, rows in the epoch's order, and a
/// fixed M, of which `MicroBatch::scored` count. Only the last batch of an epoch may have fewer rows.
///
/// For Cloze, B x T positions yield more than M targets at most once in 10^15 batches; targets beyond M are left out.
class DeviceBatches {
public:
    /// False where the host has to make the batches: for negatives that the device cannot draw
    /// (`DeviceNegatives::supports`), for batches of more than 2^19 positions, which the host cuts into micro-batches,
    /// and for NextItem without `newestTarget`.
    static bool supports(const TrainingBatches& batches, const Histories& histories, const BatchRules& rules);

    /// Pre: supports(). `batches` must outlive this; it defines the samples and shuffles them.
    DeviceBatches(const TrainingBatches& batches, const Histories& histories, const BatchRules& rules,
                  const torch::Device& device);

    /// Transfers the order of the epoch that `batches` has started.
    void startEpoch();
    /// Pre: startEpoch was called, 0 <= index < batches.batchesPerEpoch().
    TrainingBatch batch(std::int64_t index) const;

private:
    struct Positions;
    Positions itemsOf(const torch::Tensor& which) const;
    torch::Tensor chosenPositions(const Positions& all) const;
    torch::Tensor maskedPositions(Positions& all) const;
    torch::Tensor replacements(const Positions& all) const;
    std::int64_t slotsFor(std::int64_t rows) const;

    const TrainingBatches& m_batches;
    BatchRules m_rules;
    std::int32_t m_itemCount;
    torch::Tensor m_items;                       ///< int32, the items of all histories
    torch::Tensor m_users, m_begins, m_lengths;  ///< (S) int64 per sample: user, first item, input length
    std::int64_t m_T;                            ///< length of the longest input
    torch::Tensor m_order;                       ///< (S) int64
    std::optional<DeviceNegatives> m_negatives;
};

}  // namespace recscope
