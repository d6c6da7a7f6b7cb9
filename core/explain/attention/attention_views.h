// SPDX-License-Identifier: GPL-3.0-or-later
// Views derived from attention maps: means, rollout, differences, and profiles over users.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/recommender/attention_maps.h"

namespace recscope {

/// One attention map: rows = query positions, columns = key positions. If the view contains differences, values may be
/// negative and rows need not sum to 1.
struct AttentionView {
    std::int32_t size = 0;
    std::vector<float> weights;  ///< row by row, shape (size, size)

    float at(std::int32_t row, std::int32_t column) const;
    std::span<const float> row(std::int32_t row) const;
};

AttentionView viewOf(const AttentionMaps& maps, HeadId head);
AttentionView meanOverHeads(const AttentionMaps& maps, std::int32_t layer);
AttentionView meanOverLayers(const AttentionMaps& maps, std::int32_t head);
AttentionView meanOfAll(const AttentionMaps& maps);

/// Attention rollout (Abnar & Zuidema, ACL 2020, section 3): the mean map A over the heads of each layer is replaced by
/// 0.5 A + 0.5 I (I = the identity, for the residual connection), with rows normalised to a sum of 1. The resulting
/// matrices of the layers are multiplied, with the last layer on the left. A column is the input position from which
/// the information comes.
AttentionView attentionRollout(const AttentionMaps& maps);

/// a - b, aligned at the newest position unless shifted, and cropped to the positions that both have. For comparing two
/// heads, or two runs on the same history, even if only one of the runs appends [MASK]. `shift`: how many positions
/// further left the newest item is in b than in a, counted from the right edge; -1 if a is from BERT4Rec, which reads
/// [MASK] after the newest item, and b is from SASRec.
AttentionView difference(const AttentionView& a, const AttentionView& b, std::int32_t shift = 0);

/// The summed attention of several query positions: the sum of their rows, shape (size). Throws Error(Usage) for a row
/// out of range.
std::vector<float> sumOfRows(const AttentionView& view, std::span<const std::int32_t> rows);

/// The mean attention weight over many users, for each head and pair of positions. Positions are counted back from the
/// newest one, because histories differ in length.
class AttentionProfile {
public:
    void add(const AttentionMaps& maps);

    std::int64_t users() const { return m_users; }
    /// Number of users whose map has both this row and this column.
    std::int64_t usersWith(std::int32_t rowFromNewest, std::int32_t columnFromNewest) const;
    /// The mean weight over the users whose map has both positions; 0 if there are none.
    double mean(HeadId head, std::int32_t rowFromNewest, std::int32_t columnFromNewest) const;
    /// The map of one head in `maps`, minus the mean over the users at the same positions. Where no user has a value,
    /// the map is unchanged.
    AttentionView differenceFrom(const AttentionMaps& maps, HeadId head) const;

private:
    void grow(const AttentionMaps& maps);
    std::size_t index(HeadId head, std::int32_t row, std::int32_t column) const;

    std::int32_t m_layers = 0, m_heads = 0, m_size = 0;
    std::int64_t m_users = 0;
    std::vector<std::int64_t> m_usersOfSize;  ///< [s] = number of users whose map has at least s + 1 positions
    /// Sums of weights, shape (layers, heads, size, size), with positions counted back from the newest.
    std::vector<double> m_sums;
};

}  // namespace recscope
