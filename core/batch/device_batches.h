// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <optional>

#include "core/batch/device_negatives.h"
#include "core/batch/random_streams.h"
#include "core/batch/training_batches.h"

namespace recscope {

/// The batches of `TrainingBatches` made on a device, where the whole dataset lies: an epoch sends its order there and
/// nothing else, and no step waits. The same tokens, scored positions, targets and negatives, in batches of one shape:
/// one micro-batch (B, T) with T as long as the longest input, rows in the epoch's order, M of a fixed size of which
/// `MicroBatch::scored` count. Only the last batch of an epoch may have fewer rows.
///
/// For Cloze, M is what B x T positions give at most but once in 10^15 batches; a target beyond it is left out.
class DeviceBatches {
public:
    /// False for what keeps the host's batches: negatives that cannot be drawn (`DeviceNegatives::supports`), batches
    /// of more than 2^19 positions, which the host cuts into micro-batches, and samples without the newest target.
    static bool supports(const TrainingBatches& batches, const Histories& histories, const BatchRules& rules);

    /// Pre: supports(). `batches` must outlive this; it says which samples there are and shuffles them.
    DeviceBatches(const TrainingBatches& batches, const Histories& histories, const BatchRules& rules,
                  const torch::Device& device);

    /// Takes over the order of the epoch that `batches` has started.
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
    torch::Tensor m_items;                       ///< int32, of all histories
    torch::Tensor m_users, m_begins, m_lengths;  ///< (S) int64 of each sample: user, first item, inputs
    std::int64_t m_T;                            ///< the longest input
    torch::Tensor m_order;                       ///< (S) int64
    std::optional<DeviceNegatives> m_negatives;
};

}  // namespace recscope
