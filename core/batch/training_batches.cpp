// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/training_batches.h"

#include <algorithm>
#include <unordered_set>

#include "core/batch/inputs.h"
#include "core/sequence/split.h"

namespace recscope {

namespace {

enum Stream : std::uint64_t { kOrderStream = 1, kSampleStream = 2 };

torch::Tensor toTensor(const std::vector<std::int64_t>& values) {
    return torch::tensor(values, torch::kLong);
}

}  // namespace

BatchSlice BatchSlice::to(const torch::Device& device) const {
    return {.tokens = tokens.to(device),
            .positions = positions.to(device),
            .targets = targets.to(device),
            .negatives = negatives.defined() ? negatives.to(device) : negatives};
}

TrainingBatches::TrainingBatches(const Histories& histories, const RunConfig& config, Task task,
                                 std::int64_t sliceTokens)
    : m_histories(histories), m_config(config), m_task(task), m_sliceTokens(sliceTokens) {
    const std::size_t shortest =
        task == Task::Cloze ? 1 : 2;  // NextItem needs something to read and something to predict
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        if (trainingPart(histories.of(user)).size() >= shortest) m_users.push_back(user);
    }
}

std::int64_t TrainingBatches::sequences() const {
    return static_cast<std::int64_t>(m_users.size());
}

std::int64_t TrainingBatches::batchesPerEpoch() const {
    return (sequences() + m_config.batchSize - 1) / m_config.batchSize;
}

void TrainingBatches::startEpoch(std::int64_t epoch) {
    m_epoch = epoch;
    m_order = m_users;
    Random random({m_config.seed, kOrderStream, static_cast<std::uint64_t>(epoch)});
    random.shuffle(std::span(m_order));
}

TrainingBatches::Sample TrainingBatches::clozeSample(std::span<const Token> history, Random& random) const {
    const auto newest = history.last(std::min(history.size(), static_cast<std::size_t>(m_config.maxLength)));
    Sample sample{.tokens = {newest.begin(), newest.end()}, .positions = {}, .targets = {}, .negatives = {}};
    const auto last = static_cast<std::int64_t>(newest.size()) - 1;
    if (random.uniform() < m_config.lastItemShare) {
        sample.positions.push_back(last);
    } else {
        for (std::int64_t t = 0; t <= last; ++t) {
            if (random.uniform() < m_config.maskProbability) sample.positions.push_back(t);
        }
        // A sample that teaches nothing is a wasted forward pass; the official generator masks at least one, too.
        if (sample.positions.empty())
            sample.positions.push_back(static_cast<std::int64_t>(random.below(newest.size())));
    }
    const auto itemCount = m_histories.itemCount;
    for (const std::int64_t t : sample.positions) {
        Token& token = sample.tokens[static_cast<std::size_t>(t)];
        sample.targets.push_back(token);
        const double dice = m_config.maskPolicy == "bert" ? random.uniform() : 0;  // Devlin et al. 2019, section 3.1
        if (dice < 0.8)
            token = maskToken(itemCount);
        else if (dice < 0.9)
            token = kFirstItemToken + static_cast<Token>(random.below(static_cast<std::uint64_t>(itemCount)));
    }
    return sample;
}

TrainingBatches::Sample TrainingBatches::nextItemSample(std::span<const Token> history) const {
    const std::size_t reads = std::min(history.size() - 1, static_cast<std::size_t>(m_config.maxLength));
    const auto input = history.subspan(history.size() - 1 - reads, reads);
    const auto targets = history.last(reads);
    Sample sample{.tokens = {input.begin(), input.end()},
                  .positions = {},
                  .targets = {targets.begin(), targets.end()},
                  .negatives = {}};
    for (std::size_t t = 0; t < reads; ++t) sample.positions.push_back(static_cast<std::int64_t>(t));
    return sample;
}

std::vector<std::int64_t> TrainingBatches::drawNegatives(std::span<const Token> history, std::size_t count,
                                                         Random& random) const {
    const std::unordered_set<Token> owned(history.begin(), history.end());
    const auto itemCount = static_cast<std::uint64_t>(m_histories.itemCount);
    const bool ownsAll = owned.size() >= itemCount;  // then any item has to do
    std::vector<std::int64_t> negatives;
    for (std::size_t i = 0; i < count; ++i) {
        Token token = kPadToken;
        do {
            token = kFirstItemToken + static_cast<Token>(random.below(itemCount));
        } while (!ownsAll && owned.contains(token));
        negatives.push_back(token);
    }
    return negatives;
}

BatchSlice TrainingBatches::slice(std::span<Sample> samples) const {
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
    BatchSlice slice{
        .tokens = paddedTokens(rows), .positions = toTensor(positions), .targets = toTensor(targets), .negatives = {}};
    if (!negatives.empty()) slice.negatives = toTensor(negatives).view({-1, m_config.negatives});
    return slice;
}

TrainingBatch TrainingBatches::batch(std::int64_t index) const {
    const std::int64_t begin = index * m_config.batchSize;
    const std::int64_t end = std::min(begin + m_config.batchSize, sequences());
    std::vector<Sample> samples;
    for (std::int64_t i = begin; i < end; ++i) {
        const std::int32_t user = m_order[static_cast<std::size_t>(i)];
        const auto history = trainingPart(m_histories.of(user));
        Random random(
            {m_config.seed, kSampleStream, static_cast<std::uint64_t>(m_epoch), static_cast<std::uint64_t>(user)});
        Sample sample = m_task == Task::Cloze ? clozeSample(history, random) : nextItemSample(history);
        if (m_config.loss == "bce") {
            const std::size_t count = sample.targets.size() * static_cast<std::size_t>(m_config.negatives);
            sample.negatives = drawNegatives(history, count, random);
        }
        samples.push_back(std::move(sample));
    }
    std::stable_sort(samples.begin(), samples.end(),
                     [](const Sample& a, const Sample& b) { return a.tokens.size() < b.tokens.size(); });
    TrainingBatch batch;
    batch.sequences = end - begin;
    for (const Sample& sample : samples) batch.scored += static_cast<std::int64_t>(sample.positions.size());
    for (std::size_t first = 0; first < samples.size();) {
        std::size_t last = first + 1;  // sorted: the last one is the longest, it decides the padded size
        while (last < samples.size() &&
               static_cast<std::int64_t>((last + 1 - first) * samples[last].tokens.size()) <= m_sliceTokens)
            ++last;
        batch.slices.push_back(slice(std::span(samples).subspan(first, last - first)));
        first = last;
    }
    return batch;
}

}  // namespace recscope
