// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>

#include "core/batch/device_negatives.h"
#include "core/batch/random_streams.h"
#include "core/batch/training_batches.h"

namespace recscope {

/// Makes the batches of `TrainingBatches` on a device that holds the whole dataset. Per epoch, only the order of the
/// samples is copied to the device, and no step waits for it. Tokens, positions to predict, targets and negatives equal
/// those of `TrainingBatches`; only the shapes differ. Each batch is a single micro-batch (B, T), where T is the length
/// of the longest input; its rows are in the epoch's order. It has M target slots, of which the first
/// `MicroBatch::scored` are used. The last batch of an epoch may have fewer rows.
///
/// For Cloze, where the number of targets is random, M is chosen so large that at most one batch in 10^15 has more than
/// M targets. Surplus targets are left out.
class DeviceBatches {
public:
    /// False if the host must make the batches: if the device cannot draw the negatives (`DeviceNegatives::supports`),
    /// if a batch has more than 2^19 positions, which the host cuts into micro-batches, or for NextItem without
    /// `newestTarget`.
    static bool supports(const TrainingBatches& batches, const Histories& histories, const BatchRules& rules);

    /// Pre: supports(). `batches` must outlive this; it defines the samples and shuffles them.
    DeviceBatches(const TrainingBatches& batches, const Histories& histories, const BatchRules& rules,
                  const torch::Device& device);

    /// Copies to the device the sample order of the epoch that `batches` has started.
    void startEpoch();
    /// Pre: startEpoch was called, 0 <= index < batches.batchesPerEpoch().
    TrainingBatch batch(std::int64_t index) const;

private:
    struct Positions;
    Positions itemsOf(const torch::Tensor& sampleIndices) const;
    torch::Tensor chosenPositions(const Positions& all) const;
    torch::Tensor maskedPositions(Positions& all) const;
    torch::Tensor replacements(const Positions& all) const;
    std::int64_t slotsFor(std::int64_t rows) const;

    const TrainingBatches& m_batches;
    BatchRules m_rules;
    std::int32_t m_itemCount;
    torch::Tensor m_items;  ///< int32: items of all histories, concatenated
    /// (S) int64, per sample: its user, the index in m_items of its first item, and the length of its input.
    torch::Tensor m_users, m_begins, m_lengths;
    std::int64_t m_T;       ///< length of the longest input
    torch::Tensor m_order;  ///< (S) int64: sample indices in the epoch's order
    std::optional<DeviceNegatives> m_negatives;
};

}  // namespace recscope
