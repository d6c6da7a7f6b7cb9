// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include "core/batch/random_streams.h"
#include "core/batch/training_batches.h"

namespace recscope {

/// Draws on a device the same negatives that `TrainingBatches` draws on the host.
class DeviceNegatives {
public:
    /// False if the device cannot reproduce the host's draws in a single operation: for negatives per position from
    /// `all` items, where a draw that hits the target shifts all later draws, or if users have so many items that too
    /// many draws would be rejected.
    static bool supports(const Histories& histories, const BatchRules& rules, std::int64_t rowLength);

    /// Pre: supports(). Rows have `rowLength` positions.
    DeviceNegatives(const Histories& histories, const BatchRules& rules, std::int64_t rowLength,
                    const torch::Device& device);

    /// A batch before its negatives are drawn: B rows of T positions.
    struct Rows {
        torch::Tensor users;           ///< (B, 1) int64
        RandomStreams streams;         ///< (B, 1): random stream of each sample
        torch::Tensor drawn;           ///< (B, 1) int64: how many numbers each sample has already drawn from its stream
        torch::Tensor isTarget;        ///< (B, T) bool: positions to predict
        std::uint64_t epoch = 0;       ///< 1-based
        std::uint64_t batchIndex = 0;  ///< in the epoch, 0-based
    };
    /// Sets `negatives` and `excluded` of a micro-batch whose positions and targets are set.
    void addTo(MicroBatch& microBatch, const Rows& rows) const;

private:
    torch::Tensor owns(const torch::Tensor& users, const torch::Tensor& tokens) const;
    // `rowOf` (M): the row in the batch of each position to predict.
    void addShared(MicroBatch& microBatch, const Rows& rows, const torch::Tensor& rowOf) const;
    torch::Tensor negativesPerPosition(const MicroBatch& microBatch, const Rows& rows,
                                       const torch::Tensor& rowOf) const;

    BatchRules m_rules;
    std::int32_t m_itemCount;
    std::int64_t m_rowLength;
    std::int64_t m_drawsPerRow = 0;  ///< number of draws per row, large enough that enough draws are accepted
    /// Sorted keys user * (V + 1) + item of the items in all training parts; undefined if not needed.
    torch::Tensor m_owned;
    torch::Tensor m_hasAll;  ///< (U) bool: the user has every item, so all draws are accepted
};

}  // namespace recscope
