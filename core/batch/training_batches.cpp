// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/training_batches.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "core/batch/inputs.h"
#include "core/sequence/split.h"

namespace recscope {

namespace {

torch::Tensor toTensor(const std::vector<std::int64_t>& values) {
    return torch::tensor(values, torch::kLong);
}

}  // namespace

MicroBatch MicroBatch::to(const torch::Device& device) const {
    const auto moved = [&](const torch::Tensor& tensor) {
        if (!tensor.defined() || tensor.device() == device) return tensor;
        return tensor.pin_memory().to(device, tensor.scalar_type(), /*non_blocking=*/true);
    };
    return {.tokens = moved(tokens),
            .positions = moved(positions),
            .targets = moved(targets),
            .negatives = moved(negatives),
            .excluded = moved(excluded),
            .scored = moved(scored)};
}

TrainingBatch TrainingBatch::to(const torch::Device& device) const {
    TrainingBatch moved{.microBatches = {}, .sequences = sequences, .scored = scored};
    for (const MicroBatch& microBatch : microBatches) moved.microBatches.push_back(microBatch.to(device));
    return moved;
}

TrainingBatches::TrainingBatches(const Histories& histories, const BatchRules& rules, std::int64_t microBatchTokens,
                                 int workers)
    : m_histories(histories), m_rules(rules), m_microBatchTokens(microBatchTokens), m_workers(workers) {
    for (std::int32_t user = 0; user < histories.userCount(); ++user) addSpans(user);
}

/// Adds the newest items of the user's training part and, if `windowStep` is set, the windows before them. For Cloze,
/// adds each of these spans `maskCopies` times.
void TrainingBatches::addSpans(std::int32_t user) {
    const auto length = static_cast<std::int32_t>(training(user).size());
    const bool isCloze = m_rules.task == Task::Cloze;
    const std::int32_t shortest = isCloze ? 1 : 2;                 // NextItem needs an input item and a target
    const bool endsWithTarget = !isCloze && m_rules.newestTarget;  // the last item of a span is then no input
    const auto capacity = static_cast<std::int32_t>(m_rules.maxLength + (endsWithTarget ? 1 : 0));
    if (length < shortest) return;
    const auto add = [&](std::int32_t begin) {
        const std::int64_t copies = isCloze ? m_rules.cloze.maskCopies : 1;
        for (std::int64_t copy = 0; copy < copies; ++copy)
            m_spans.push_back({.user = user, .begin = begin, .end = std::min(begin + capacity, length)});
    };
    // As in the official BERT4Rec generator: windows go back from the newest item, and a last window begins with the
    // oldest item.
    std::int32_t begin = std::max(0, length - capacity);
    add(begin);
    if (m_rules.windowStep == 0) return;
    while (begin > 0) add(begin = std::max(0, begin - static_cast<std::int32_t>(m_rules.windowStep)));
}

std::span<const Token> TrainingBatches::training(std::int32_t user) const {
    return m_histories.training(user);
}

std::int64_t TrainingBatches::sequences() const {
    return static_cast<std::int64_t>(m_spans.size());
}

std::int64_t TrainingBatches::batchesPerEpoch() const {
    return (sequences() + m_rules.batchSize - 1) / m_rules.batchSize;
}

void TrainingBatches::startEpoch(std::int64_t epoch) {
    m_epoch = epoch;
    m_order.resize(m_spans.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    Random random({m_rules.seed, kOrderStream, static_cast<std::uint64_t>(epoch)});
    random.shuffle(std::span(m_order));
}

/// The positions out of 0…length-1 that a sample masks, ascending. Each position uses one draw of `random`.
std::vector<std::int64_t> TrainingBatches::drawnPositions(std::int64_t length, Random& random) const {
    std::vector<double> draws(static_cast<std::size_t>(length));
    for (double& draw : draws) draw = random.uniform();
    // If the number of masked items is fixed, the items with the smallest draws are masked, so that every subset is
    // equally likely.
    double bound = m_rules.cloze.maskProbability;
    if (m_rules.cloze.maskedItems >= length) {
        bound = 1;
    } else if (m_rules.cloze.maskedItems > 0) {
        std::vector<double> ordered = draws;
        std::nth_element(ordered.begin(), ordered.begin() + m_rules.cloze.maskedItems, ordered.end());
        bound = ordered[static_cast<std::size_t>(m_rules.cloze.maskedItems)];
    }
    std::vector<std::int64_t> positions;
    for (std::int64_t t = 0; t < length; ++t) {
        if (draws[static_cast<std::size_t>(t)] < bound) positions.push_back(t);
    }
    return positions;
}

TrainingBatches::Sample TrainingBatches::clozeSample(std::span<const Token> items, std::int32_t spanIndex,
                                                     Random& random) const {
    Sample sample;
    sample.tokens.assign(items.begin(), items.end());
    const auto last = static_cast<std::int64_t>(items.size()) - 1;
    if (random.uniform() < m_rules.cloze.lastItemShare) {
        sample.positions.push_back(last);
    } else {
        sample.positions = drawnPositions(last + 1, random);
        // A sample without targets wastes a forward pass; the official generator masks at least one, too.
        if (sample.positions.empty()) sample.positions.push_back(static_cast<std::int64_t>(random.below(items.size())));
    }
    for (const std::int64_t t : sample.positions) {
        Token& token = sample.tokens[static_cast<std::size_t>(t)];
        sample.targets.push_back(token);
        token = maskedInput(spanIndex, t, token);
    }
    return sample;
}

/// The input token that the mask policy puts where `item` is to be predicted. Each position of each sample has its own
/// random stream.
Token TrainingBatches::maskedInput(std::int32_t spanIndex, std::int64_t position, Token item) const {
    const Token mask = maskToken(m_histories.itemCount);
    if (m_rules.cloze.maskPolicy == MaskPolicy::Mask) return mask;
    Random random({m_rules.seed, kReplacementStream, static_cast<std::uint64_t>(m_epoch),
                   static_cast<std::uint64_t>(spanIndex), static_cast<std::uint64_t>(position)});
    const double dice = random.uniform();
    if (dice < kMaskShare) return mask;
    if (dice >= kMaskShare + kReplacedShare) return item;
    return kFirstItemToken + static_cast<Token>(random.below(static_cast<std::uint64_t>(m_histories.itemCount)));
}

TrainingBatches::Sample TrainingBatches::nextItemSample(std::span<const Token> items) const {
    const auto input = items.first(items.size() - (m_rules.newestTarget ? 1 : 0)),
               targets = items.last(items.size() - 1);
    Sample sample;
    sample.tokens.assign(input.begin(), input.end());
    sample.targets.assign(targets.begin(), targets.end());
    sample.positions.resize(targets.size());
    std::iota(sample.positions.begin(), sample.positions.end(), 0);
    return sample;
}

/// Draws k items for each target: never the target itself and, with NegativesFrom::Unseen, none of the user's items,
/// unless no other item is left.
void TrainingBatches::drawNegatives(Sample& sample, Random& random) const {
    std::unordered_set<Token> taken;
    if (m_rules.loss.negativesFrom == NegativesFrom::Unseen) {
        const auto history = training(sample.user);
        taken.insert(history.begin(), history.end());
    }
    const auto itemCount = static_cast<std::uint64_t>(m_histories.itemCount);
    const bool nothingLeft = taken.size() >= itemCount;  // then any item is accepted
    for (const Token target : sample.targets) {
        for (std::int64_t i = 0; i < m_rules.loss.negatives; ++i) {
            Token token = kPadToken;
            do {
                token = kFirstItemToken + static_cast<Token>(random.below(itemCount));
            } while (!nothingLeft && (token == target || taken.contains(token)) && itemCount > 1);
            sample.negatives.push_back(token);
        }
    }
}

/// The k negatives that all positions of a batch share.
torch::Tensor TrainingBatches::drawSharedNegatives(std::int64_t index) const {
    Random random(
        {m_rules.seed, kNegativeStream, static_cast<std::uint64_t>(m_epoch), static_cast<std::uint64_t>(index)});
    std::vector<std::int64_t> tokens;
    for (std::int64_t i = 0; i < m_rules.loss.negatives; ++i)
        tokens.push_back(kFirstItemToken +
                         static_cast<Token>(random.below(static_cast<std::uint64_t>(m_histories.itemCount))));
    return toTensor(tokens);
}

/// (M, k) bool, for M positions to predict and k shared negatives: true where a position must ignore a negative. These
/// are its target and, with NegativesFrom::Unseen, the user's items.
torch::Tensor TrainingBatches::excludedOf(std::span<const Sample> samples, const torch::Tensor& negatives) const {
    const auto k = static_cast<std::size_t>(negatives.size(0));
    const std::int64_t* const drawn = negatives.data_ptr<std::int64_t>();
    std::size_t rows = 0;
    for (const Sample& sample : samples) rows += sample.targets.size();
    torch::Tensor excluded =
        torch::zeros({static_cast<std::int64_t>(rows), static_cast<std::int64_t>(k)}, torch::kBool);
    bool* row = excluded.data_ptr<bool>();
    for (const Sample& sample : samples) {
        std::vector<bool> taken(k, false);
        if (m_rules.loss.negativesFrom == NegativesFrom::Unseen) {
            const auto history = training(sample.user);
            const std::unordered_set<std::int64_t> owned(history.begin(), history.end());
            for (std::size_t i = 0; i < k; ++i) taken[i] = owned.contains(drawn[i]);
        }
        for (const Token target : sample.targets) {
            for (std::size_t i = 0; i < k; ++i) row[i] = taken[i] || drawn[i] == target;
            row += k;
        }
    }
    return excluded;
}

MicroBatch TrainingBatches::microBatchOf(std::span<Sample> samples, const torch::Tensor& sharedNegatives) const {
    std::vector<std::vector<Token>> rows;
    std::size_t T = 0;
    for (Sample& sample : samples) {
        T = std::max(T, sample.tokens.size());
        rows.push_back(std::move(sample.tokens));
    }
    std::vector<std::int64_t> positions, targets, negatives;
    for (std::size_t b = 0; b < samples.size(); ++b) {
        const auto rowBegin = static_cast<std::int64_t>((b + 1) * T - rows[b].size());
        for (const std::int64_t t : samples[b].positions) positions.push_back(rowBegin + t);
        targets.insert(targets.end(), samples[b].targets.begin(), samples[b].targets.end());
        negatives.insert(negatives.end(), samples[b].negatives.begin(), samples[b].negatives.end());
    }
    MicroBatch microBatch{.tokens = paddedTokens(rows),
                          .positions = toTensor(positions),
                          .targets = toTensor(targets),
                          .negatives = sharedNegatives,
                          .excluded = {}};
    if (sharedNegatives.defined()) microBatch.excluded = excludedOf(samples, sharedNegatives);
    if (!negatives.empty()) microBatch.negatives = toTensor(negatives).view({-1, m_rules.loss.negatives});
    return microBatch;
}

TrainingBatch TrainingBatches::batch(std::int64_t index) const {
    const std::int64_t begin = index * m_rules.batchSize;
    const std::int64_t end = std::min(begin + m_rules.batchSize, sequences());
    const bool draws = drawsNegatives(m_rules.loss.kind);
    const bool shares = m_rules.loss.negativesPer == NegativesPer::Batch;  // one set of negatives for the whole batch
    std::vector<Sample> samples;
    for (std::int64_t i = begin; i < end; ++i) {
        const std::int32_t spanIndex = m_order[static_cast<std::size_t>(i)];
        const TrainingSpan& span = m_spans[static_cast<std::size_t>(spanIndex)];
        const auto items = training(span.user).subspan(static_cast<std::size_t>(span.begin),
                                                       static_cast<std::size_t>(span.end - span.begin));
        Random random(
            {m_rules.seed, kSampleStream, static_cast<std::uint64_t>(m_epoch), static_cast<std::uint64_t>(spanIndex)});
        Sample sample = m_rules.task == Task::Cloze ? clozeSample(items, spanIndex, random) : nextItemSample(items);
        sample.user = span.user;
        if (draws && !shares) drawNegatives(sample, random);
        samples.push_back(std::move(sample));
    }
    std::stable_sort(samples.begin(), samples.end(),
                     [](const Sample& a, const Sample& b) { return a.tokens.size() < b.tokens.size(); });
    TrainingBatch batch;
    batch.sequences = end - begin;
    const torch::Tensor shared = draws && shares ? drawSharedNegatives(index) : torch::Tensor();
    std::int64_t tokens = 0;
    for (const Sample& sample : samples) {
        batch.scored += static_cast<std::int64_t>(sample.positions.size());
        tokens += static_cast<std::int64_t>(sample.tokens.size());
    }
    const std::int64_t atMost = std::min(m_microBatchTokens, (tokens + m_workers - 1) / m_workers);
    for (std::size_t first = 0; first < samples.size();) {
        std::size_t last = first + 1;  // sorted: the last one is the longest and determines the padded length
        while (last < samples.size() &&
               static_cast<std::int64_t>((last + 1 - first) * samples[last].tokens.size()) <= atMost)
            ++last;
        batch.microBatches.push_back(microBatchOf(std::span(samples).subspan(first, last - first), shared));
        first = last;
    }
    return batch;
}

}  // namespace recscope
