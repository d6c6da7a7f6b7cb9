// SPDX-License-Identifier: GPL-3.0-or-later
// Other ways of looking at attention maps, all worked out from the numbers of one click.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/recommender/attention_maps.h"

namespace recscope {

/// One map of numbers: rows = the position that looks, columns = the positions looked at. A view may hold differences:
/// then numbers are below 0 and rows need not sum to 1.
struct AttentionView {
    std::int32_t size = 0;
    std::vector<float> weights;  ///< (size, size)

    float at(std::int32_t row, std::int32_t column) const;
    std::span<const float> row(std::int32_t row) const;
};

AttentionView viewOf(const AttentionMaps& maps, HeadId head);
AttentionView meanOverHeads(const AttentionMaps& maps, std::int32_t layer);
AttentionView meanOverLayers(const AttentionMaps& maps, std::int32_t head);
AttentionView meanOfAll(const AttentionMaps& maps);

/// Attention rollout (Abnar & Zuidema, ACL 2020, section 3): the heads' mean A of each layer becomes 0.5 A + 0.5 I with
/// rows that sum to 1, and the layers are multiplied, the last one on the left. Column = where the information came in.
AttentionView attentionRollout(const AttentionMaps& maps);

/// a - b, position by position from the newest position back, in the size of the smaller one: two heads, or two runs
/// that read the same history, one of which closes it with [MASK]: see `shift`. `shift` = positions by which b's newest
/// item stands further left than a's (BERT4Rec against SASRec: -1).
AttentionView difference(const AttentionView& a, const AttentionView& b, std::int32_t shift = 0);

/// What several positions together look at: the sum of their rows, (size). Throws Error(Usage) for a row out of range.
std::vector<float> sumOfRows(const AttentionView& view, std::span<const std::int32_t> rows);

/// The mean weight at each position over many users, positions counted from the newest one back: histories differ in
/// length.
class AttentionProfile {
public:
    void add(const AttentionMaps& maps);

    std::int64_t users() const { return m_users; }
    /// How many users have both positions.
    std::int64_t usersWith(std::int32_t rowFromNewest, std::int32_t columnFromNewest) const;
    /// 0 where no user has both positions.
    double mean(HeadId head, std::int32_t rowFromNewest, std::int32_t columnFromNewest) const;
    /// The map minus the mean at the same positions; positions no user has stay as they are.
    AttentionView differenceFrom(const AttentionMaps& maps, HeadId head) const;

private:
    void grow(const AttentionMaps& maps);
    std::size_t index(HeadId head, std::int32_t row, std::int32_t column) const;

    std::int32_t m_layers = 0, m_heads = 0, m_size = 0;
    std::int64_t m_users = 0;
    std::vector<std::int64_t> m_usersOfSize;  ///< [s] = users whose map has at least s + 1 positions
    std::vector<double> m_sums;               ///< (layers, heads, size, size), from the newest back
};

}  // namespace recscope
