// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/device_batches.h"

#include <algorithm>
#include <cmath>

namespace recscope {

namespace {

// The largest batch, in positions (B x T), that is made on the device, where a batch is always a single micro-batch.
constexpr std::int64_t kMaxPositionsPerMicroBatch = std::int64_t{1} << 19;
// Larger than every result of uniformTimes2To53().
constexpr std::int64_t kAboveAllDraws = std::int64_t{1} << 53;
constexpr double kDeviationsAbove =
    8;  // standard deviations above the mean; a normal variable exceeds this once in 10^15

std::int64_t inputLength(const TrainingSpan& span, Task task) {
    return span.end - span.begin - (task == Task::NextItem ? 1 : 0);
}

std::int64_t longestInput(const TrainingBatches& batches, Task task) {
    std::int64_t longest = 1;
    for (const TrainingSpan& span : batches.spans()) longest = std::max(longest, inputLength(span, task));
    return longest;
}

/// Makes a micro-batch with `slots` target slots: the index and the target of each position to predict, in order. The
/// remaining slots have the target PAD. `targets` (B, T) is PAD at positions that are not predicted.
MicroBatch compacted(const torch::Tensor& tokens, const torch::Tensor& targets, std::int64_t slots) {
    const torch::Tensor isTarget = targets.ne(kPadToken).flatten();          // (B T)
    const torch::Tensor targetsSoFar = isTarget.to(torch::kLong).cumsum(0);  // inclusive
    // The extra slot, number `slots`, collects the positions that are not predicted or do not fit.
    const torch::Tensor slot = targetsSoFar.sub(1).masked_fill_(isTarget.logical_not(), slots).clamp_max_(slots);
    const auto options = tokens.options();
    // Unused slots all read different positions, so that their gradients are not all added at a single position.
    torch::Tensor positions = torch::arange(slots + 1, options);
    positions.scatter_(0, slot, torch::arange(tokens.numel(), options));
    torch::Tensor compactTargets = torch::full({slots + 1}, kPadToken, options);
    compactTargets.scatter_(0, slot, targets.flatten());
    return {.tokens = tokens,
            .positions = positions.slice(0, 0, slots),
            .targets = compactTargets.slice(0, 0, slots),
            .negatives = {},
            .excluded = {},
            .scored = targetsSoFar.select(0, -1).clamp_max(slots)};
}

}  // namespace

/// The items of a batch before anything is masked: B rows, T positions.
struct DeviceBatches::Positions {
    torch::Tensor sampleIndices;  ///< (B, 1)
    torch::Tensor lengths;        ///< (B, 1): number of items of each input
    torch::Tensor inputIndex;     ///< (B, T): index of each position in its row's input, negative in the padding
    torch::Tensor isItem;         ///< (B, T): false in the padding
    torch::Tensor items;          ///< (B, T), PAD in the padding
    torch::Tensor next;           ///< (B, T): the item after each position; NextItem only
    RandomStreams streams;        ///< (B, 1)
    torch::Tensor drawn;          ///< (B, 1): number of draws already taken from each stream
};

bool DeviceBatches::supports(const TrainingBatches& batches, const Histories& histories, const BatchRules& rules) {
    if (rules.task == Task::NextItem && !rules.newestTarget) return false;
    const std::int64_t T = longestInput(batches, rules.task);
    if (rules.batchSize * T > kMaxPositionsPerMicroBatch) return false;
    return !drawsNegatives(rules.loss.kind) || DeviceNegatives::supports(histories, rules, T);
}

DeviceBatches::DeviceBatches(const TrainingBatches& batches, const Histories& histories, const BatchRules& rules,
                             const torch::Device& device)
    : m_batches(batches),
      m_rules(rules),
      m_itemCount(histories.itemCount),
      m_items(torch::tensor(histories.items, torch::kInt).to(device)),
      m_T(longestInput(batches, rules.task)) {
    std::vector<std::int64_t> users, begins, lengths;
    for (const TrainingSpan& span : batches.spans()) {
        users.push_back(span.user);
        begins.push_back(histories.offsets[static_cast<std::size_t>(span.user)] + span.begin);
        lengths.push_back(inputLength(span, rules.task));
    }
    m_users = torch::tensor(users, torch::kLong).to(device);
    m_begins = torch::tensor(begins, torch::kLong).to(device);
    m_lengths = torch::tensor(lengths, torch::kLong).to(device);
    if (drawsNegatives(rules.loss.kind)) m_negatives.emplace(histories, rules, m_T, device);
}

void DeviceBatches::startEpoch() {
    const std::vector<std::int64_t> order(m_batches.order().begin(), m_batches.order().end());
    m_order = torch::tensor(order, torch::kLong).to(m_items.device());
}

DeviceBatches::Positions DeviceBatches::itemsOf(const torch::Tensor& sampleIndices) const {
    const torch::Tensor lengths = m_lengths.take(sampleIndices);
    const torch::Tensor inputIndex = torch::arange(m_T, sampleIndices.options()) - (m_T - lengths);  // (B, T)
    const torch::Tensor isItem = inputIndex.ge(0), isPadding = isItem.logical_not();
    const torch::Tensor index = m_begins.take(sampleIndices) + inputIndex.clamp_min(0);
    const auto itemsAt = [&](const torch::Tensor& at) {
        return m_items.take(at).to(torch::kLong).masked_fill_(isPadding, kPadToken);
    };
    return {.sampleIndices = sampleIndices,
            .lengths = lengths,
            .inputIndex = inputIndex,
            .isItem = isItem,
            .items = itemsAt(index),
            .next = m_rules.task == Task::NextItem ? itemsAt(index + 1) : torch::Tensor(),
            .streams = RandomStreams({m_rules.seed, kSampleStream, static_cast<std::uint64_t>(m_batches.epoch())},
                                     sampleIndices),
            .drawn = torch::zeros_like(sampleIndices)};
}

/// The positions that mask_probability or masked_items choose, (B, T) bool, as in TrainingBatches::drawnPositions.
torch::Tensor DeviceBatches::chosenPositions(const Positions& all) const {
    const torch::Tensor bits = all.streams.draw(all.inputIndex + 2);
    if (m_rules.cloze.maskedItems == 0) return isBelow(bits, m_rules.cloze.maskProbability).logical_and_(all.isItem);
    if (m_rules.cloze.maskedItems >= m_T) return all.isItem;
    const torch::Tensor draws = uniformTimes2To53(bits).masked_fill_(all.isItem.logical_not(), kAboveAllDraws);
    const torch::Tensor smallest = std::get<0>(
        draws.topk(m_rules.cloze.maskedItems + 1, /*dim=*/1, /*largest=*/false, /*sorted=*/true));  // (B, k + 1)
    // An item is chosen if its draw is among the k smallest, i.e. below the last column of `smallest`. In a row of at
    // most k items, that column holds a draw of the padding, which exceeds all other draws, so all items are chosen.
    return draws.lt(smallest.slice(1, m_rules.cloze.maskedItems));
}

/// The positions to predict, (B, T) bool, with the same draws as TrainingBatches::clozeSample: draw 1 decides whether
/// only the last item is masked, then each position takes one draw, and one more draw follows if no position was
/// chosen.
torch::Tensor DeviceBatches::maskedPositions(Positions& all) const {
    const torch::Tensor lastOnly = isBelow(all.streams.draw(1), m_rules.cloze.lastItemShare);  // (B, 1)
    const torch::Tensor chosen = chosenPositions(all);
    const torch::Tensor none = chosen.any(1, /*keepdim=*/true).logical_not();
    const torch::Tensor instead = below(all.streams.draw(all.lengths + 2), all.lengths);  // (B, 1)
    all.drawn = (all.lengths + none).masked_fill_(lastOnly, 0) + 1;
    return torch::where(lastOnly, all.inputIndex.eq(all.lengths - 1),
                        chosen.logical_or(none.logical_and(all.inputIndex.eq(instead))));
}

/// The input token that the mask policy `bert` puts at each position if that position is masked, as in
/// TrainingBatches::maskedInput.
torch::Tensor DeviceBatches::replacements(const Positions& all) const {
    const RandomStreams streams =
        RandomStreams({m_rules.seed, kReplacementStream, static_cast<std::uint64_t>(m_batches.epoch())},
                      all.sampleIndices)
            .with(all.inputIndex);
    const torch::Tensor dice = streams.draw(1), item = below(streams.draw(2), m_itemCount) + kFirstItemToken;
    return torch::where(isBelow(dice, kMaskShare + kReplacedShare), item, all.items)
        .masked_fill_(isBelow(dice, kMaskShare), maskToken(m_itemCount));
}

/// The number of target slots (M) for a batch of `rows` rows, assuming that all rows are full. Each row may add one
/// masked position, if its draws chose none.
std::int64_t DeviceBatches::slotsFor(std::int64_t rows) const {
    const std::int64_t positions = rows * m_T;
    if (m_rules.task == Task::NextItem) return positions;
    if (m_rules.cloze.lastItemShare >= 1) return rows;
    if (m_rules.cloze.maskedItems > 0) return rows * std::min(m_rules.cloze.maskedItems, m_T);
    const double mean = m_rules.cloze.maskProbability * static_cast<double>(positions);
    const double bound = mean + kDeviationsAbove * std::sqrt(mean * (1 - m_rules.cloze.maskProbability));
    return std::min(positions, static_cast<std::int64_t>(std::ceil(bound)) + rows);
}

TrainingBatch DeviceBatches::batch(std::int64_t index) const {
    const std::int64_t begin = index * m_rules.batchSize;
    const std::int64_t end = std::min(begin + m_rules.batchSize, m_batches.sequences());
    Positions all = itemsOf(m_order.slice(0, begin, end).unsqueeze(1));
    torch::Tensor tokens = all.items, targets = all.next;  // (B, T)
    if (m_rules.task == Task::Cloze) {
        const torch::Tensor isMasked = maskedPositions(all);
        targets = all.items.masked_fill(isMasked.logical_not(), kPadToken);
        tokens = m_rules.cloze.maskPolicy == MaskPolicy::Mask ? all.items.masked_fill(isMasked, maskToken(m_itemCount))
                                                              : torch::where(isMasked, replacements(all), all.items);
    }
    MicroBatch microBatch = compacted(tokens, targets, slotsFor(end - begin));
    if (m_negatives) {
        m_negatives->addTo(microBatch, {.users = m_users.take(all.sampleIndices),
                                        .streams = all.streams,
                                        .drawn = all.drawn,
                                        .isTarget = targets.ne(kPadToken),
                                        .epoch = static_cast<std::uint64_t>(m_batches.epoch()),
                                        .batchIndex = static_cast<std::uint64_t>(index)});
    }
    return {.microBatches = {microBatch}, .sequences = end - begin, .scored = 0};
}

}  // namespace recscope
