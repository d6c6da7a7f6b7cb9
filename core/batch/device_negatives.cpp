// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/device_negatives.h"

#include <algorithm>
#include <cmath>

namespace recscope {

namespace {

constexpr double kDeviationsBelow =
    8;  // standard deviations below the mean; a normal variable goes lower once in 10^15
constexpr std::int64_t kMaxDraws = std::int64_t{1} << 26;  // in one tensor, which then takes 0.5 GB

std::vector<Token> distinctItems(std::span<const Token> history) {
    std::vector<Token> items(history.begin(), history.end());
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    return items;
}

bool drawsForEachPosition(const BatchRules& rules) {
    return rules.loss.negativesPer == NegativesPer::Position;
}

/// The number of draws per row that is (almost certainly, see kDeviationsBelow) enough for `requested` accepted draws,
/// even for the user with the most items. Users who have every item are left out: all their draws are accepted.
std::int64_t drawsFor(const Histories& histories, std::int64_t requested) {
    double accepted = 1;  // smallest acceptance rate of the draws of any user
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto owned = static_cast<double>(distinctItems(histories.training(user)).size());
        const double share = 1 - owned / histories.itemCount;
        if (share > 0) accepted = std::min(accepted, share);
    }
    // n draws with the acceptance rate p give at least n p - 8 sqrt(n p (1 - p)) accepted ones. Setting this equal to
    // `requested` and solving for sqrt(n p) gives `root`.
    const double deviation = kDeviationsBelow * std::sqrt(1 - accepted);
    const double root = (deviation + std::sqrt(deviation * deviation + 4 * static_cast<double>(requested))) / 2;
    return static_cast<std::int64_t>(std::ceil(root * root / accepted));
}

}  // namespace

bool DeviceNegatives::supports(const Histories& histories, const BatchRules& rules, std::int64_t rowLength) {
    if (!drawsForEachPosition(rules)) return true;
    return rules.loss.negativesFrom == NegativesFrom::Unseen &&
           drawsFor(histories, rowLength * rules.loss.negatives) <= kMaxDraws / rules.batchSize;
}

DeviceNegatives::DeviceNegatives(const Histories& histories, const BatchRules& rules, std::int64_t rowLength,
                                 const torch::Device& device)
    : m_rules(rules), m_itemCount(histories.itemCount), m_rowLength(rowLength) {
    if (rules.loss.negativesFrom != NegativesFrom::Unseen) return;
    if (drawsForEachPosition(rules)) m_drawsPerRow = drawsFor(histories, rowLength * rules.loss.negatives);
    std::vector<std::int64_t> owned, hasAll;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const std::vector<Token> items = distinctItems(histories.training(user));
        for (const Token item : items) owned.push_back(std::int64_t{user} * (m_itemCount + 1) + item);
        hasAll.push_back(std::ssize(items) >= m_itemCount ? 1 : 0);
    }
    m_owned = torch::tensor(owned, torch::kLong).to(device);
    m_hasAll = torch::tensor(hasAll, torch::kLong).to(torch::kBool).to(device);
}

/// Whether the training part of each user contains the token; users and tokens are broadcast.
torch::Tensor DeviceNegatives::owns(const torch::Tensor& users, const torch::Tensor& tokens) const {
    const torch::Tensor requested = users * (m_itemCount + 1) + tokens;
    const torch::Tensor index = torch::searchsorted(m_owned, requested).clamp_max(m_owned.size(0) - 1);
    return m_owned.take(index).eq(requested);
}

void DeviceNegatives::addTo(MicroBatch& microBatch, const Rows& rows) const {
    const torch::Tensor rowOf = microBatch.positions.div(m_rowLength, "floor");  // (M)
    if (drawsForEachPosition(m_rules))
        microBatch.negatives = negativesPerPosition(microBatch, rows, rowOf);
    else
        addShared(microBatch, rows, rowOf);
}

void DeviceNegatives::addShared(MicroBatch& microBatch, const Rows& rows, const torch::Tensor& rowOf) const {
    const torch::Tensor batchIndex = torch::full({}, static_cast<std::int64_t>(rows.batchIndex), rowOf.options());
    const RandomStreams stream({m_rules.seed, kNegativeStream, rows.epoch}, batchIndex);
    const torch::Tensor bits = stream.draw(torch::arange(1, m_rules.loss.negatives + 1, rowOf.options()));
    microBatch.negatives = below(bits, m_itemCount) + kFirstItemToken;                            // (k)
    microBatch.excluded = microBatch.negatives.unsqueeze(0).eq(microBatch.targets.unsqueeze(1));  // (M, k)
    if (m_rules.loss.negativesFrom != NegativesFrom::Unseen) return;
    microBatch.excluded.logical_or_(owns(rows.users, microBatch.negatives).index_select(0, rowOf));  // (B, k) -> (M, k)
}

/// Returns k negatives for each of the M positions to predict, (M, k). Whether a draw is rejected depends only on the
/// user, because targets are among the user's items. So all draws of a row are made in one operation, and the positions
/// of the row take the accepted draws in order.
torch::Tensor DeviceNegatives::negativesPerPosition(const MicroBatch& microBatch, const Rows& rows,
                                                    const torch::Tensor& rowOf) const {
    const std::int64_t k = m_rules.loss.negatives, perRow = m_rowLength * k, B = rows.users.size(0);
    const torch::Tensor numbers = torch::arange(1, m_drawsPerRow + 1, rowOf.options());  // (J)
    const torch::Tensor tokens =
        below(rows.streams.draw(rows.drawn + numbers), m_itemCount) + kFirstItemToken;  // (B, J)
    const torch::Tensor accepted = owns(rows.users, tokens).logical_not().logical_or_(m_hasAll.take(rows.users));
    const torch::Tensor rank = accepted.to(torch::kLong).cumsum(1) - 1;
    // Slot `perRow` collects the rejected and the surplus draws, which are not used.
    const torch::Tensor slot = rank.masked_fill(accepted.logical_not(), perRow).clamp_max(perRow);
    const torch::Tensor inOrder =
        torch::full({B, perRow + 1}, kFirstItemToken, rowOf.options()).scatter_(1, slot, tokens);
    const torch::Tensor ordinal =
        rows.isTarget.to(torch::kLong).cumsum(1).sub(1).take(microBatch.positions).clamp_min(0);
    const torch::Tensor first = rowOf * (perRow + 1) + ordinal * k;  // (M)
    return inOrder.take(first.unsqueeze(1) + torch::arange(k, rowOf.options()));
}

}  // namespace recscope
