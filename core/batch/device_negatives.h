// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "core/batch/random_streams.h"
#include "core/batch/training_batches.h"

namespace recscope {

/// Draws the negatives of `TrainingBatches` on a device, with the same result.
class DeviceNegatives {
public:
    /// False where the host's draws cannot all be made at once: for negatives per position from `all` items, where
    /// drawing the target shifts all later draws; or where users have so many items that too many draws would be
    /// rejected.
    static bool supports(const Histories& histories, const BatchRules& rules, std::int64_t rowLength);

    /// Pre: supports(). Rows have `rowLength` positions.
    DeviceNegatives(const Histories& histories, const BatchRules& rules, std::int64_t rowLength,
                    const torch::Device& device);

    /// A batch before its negatives are drawn: B rows of T positions.
    struct Rows {
        torch::Tensor users;       ///< (B, 1) int64
        RandomStreams streams;     ///< (B, 1), of the samples
        torch::Tensor drawn;       ///< (B, 1) int64: numbers each sample has drawn from its stream
        torch::Tensor isTarget;    ///< (B, T) bool
        std::uint64_t epoch = 0;   ///< 1-based
        std::uint64_t number = 0;  ///< index of the batch in its epoch
    };
    /// Sets `negatives` and `excluded` of a micro-batch whose positions and targets are set.
    void addTo(MicroBatch& microBatch, const Rows& rows) const;

private:
    torch::Tensor owns(const torch::Tensor& users, const torch::Tensor& tokens) const;
    void addShared(MicroBatch& microBatch, const Rows& rows, const torch::Tensor& rowOf) const;
    torch::Tensor ofEachPosition(const MicroBatch& microBatch, const Rows& rows, const torch::Tensor& rowOf) const;

    BatchRules m_rules;
    std::int32_t m_itemCount;
    std::int64_t m_rowLength;
    std::int64_t m_drawsPerRow = 0;  ///< so many that enough are accepted
    torch::Tensor m_owned;           ///< sorted user * (V + 1) + item of the training parts; undefined if not needed
    torch::Tensor m_hasAll;          ///< (U) bool: the user has every item, so all draws are accepted
};

}  // namespace recscope
