// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/hstu/hstu_task.h"

#include <algorithm>

#include "core/models/hstu/cosine_loss.h"
#include "core/sequence/histories.h"
#include "core/util/random.h"

namespace recscope {

namespace {
// The largest number of rows of one forward and backward pass, to bound the memory.
constexpr std::int64_t kPiecePositions = 4096;
constexpr std::uint64_t kNegativeStream = 4;
}  // namespace

double computeHstuGradients(HstuNet& net, const HstuConfig& config, const HstuBatch& batch, std::uint64_t dropoutSeed,
                            std::int64_t predictions, kernels::Arena& arena) {
    kernels::Tape tape(arena, /*recordsGradients=*/true);
    kernels::Variable& states = net.states(tape, batch.rows, dropoutSeed);
    const double loss =
        cosineLoss(tape, states, net.items(), batch.targets, batch.negatives, config.temperature, predictions);
    tape.backward();
    return loss;
}

HstuTask::HstuTask(const HstuConfig& config, std::uint64_t seed, std::int32_t itemCount, MinibatchStep& step)
    : m_config(config), m_seed(seed), m_itemCount(itemCount) {
    for (int worker = 0; worker < step.threads(); ++worker)
        m_nets.push_back(std::make_unique<HstuNet>(config, step.parameters(worker)));
}

std::int64_t HstuTask::setTrainingData(const Histories& histories) {
    m_histories = &histories;
    m_users.clear();
    for (std::int32_t user = 0; user < histories.userCount(); ++user)
        if (histories.training(user).size() > 1) m_users.push_back(user);
    return static_cast<std::int64_t>(m_users.size());
}

std::int64_t HstuTask::lengthOf(std::int64_t sample) const {
    const std::size_t items = m_histories->training(m_users[static_cast<std::size_t>(sample)]).size();
    return std::min(static_cast<std::int64_t>(items) - 1, m_config.maxLength);
}

std::int64_t HstuTask::predictions(std::span<const std::int32_t> samples) const {
    std::int64_t sum = 0;
    for (const std::int32_t sample : samples) sum += lengthOf(sample);
    return sum;
}

void HstuTask::add(std::int64_t sample, std::int64_t epoch, HstuBatch& to) const {
    const auto length = static_cast<std::size_t>(lengthOf(sample));
    const History items = m_histories->training(m_users[static_cast<std::size_t>(sample)]).last(length + 1);
    to.rows.tokens.insert(to.rows.tokens.end(), items.begin(), items.end() - 1);
    to.rows.starts.push_back(static_cast<std::int32_t>(to.rows.tokens.size()));
    if (m_config.timeBias && items.hasTimes()) {
        to.rows.times.insert(to.rows.times.end(), items.times().begin(), items.times().end() - 1);
        to.rows.nextTimes.insert(to.rows.nextTimes.end(), items.times().begin() + 1, items.times().end());
    }
    to.targets.insert(to.targets.end(), items.begin() + 1, items.end());
    Random random({m_seed, kNegativeStream, static_cast<std::uint64_t>(epoch), static_cast<std::uint64_t>(sample)});
    for (std::size_t i = 0; i < length * static_cast<std::size_t>(m_config.negatives); ++i)
        to.negatives.push_back(kFirstItemToken +
                               static_cast<Token>(random.below(static_cast<std::uint64_t>(m_itemCount))));
}

double HstuTask::computeGradients(const Share& share, kernels::Arena& arena) {
    const std::int64_t batchPredictions = predictions(share.batch);
    HstuNet& net = *m_nets[static_cast<std::size_t>(share.worker)];
    double loss = 0;
    std::uint64_t piece = 0;
    for (std::size_t i = 0; i < share.samples.size(); ++piece) {
        HstuBatch batch;
        while (i < share.samples.size() &&
               (batch.rows.tokens.empty() ||
                static_cast<std::int64_t>(batch.rows.tokens.size()) + lengthOf(share.samples[i]) <= kPiecePositions))
            add(share.samples[i++], share.epoch, batch);
        arena.reset();
        loss += computeHstuGradients(net, m_config, batch, Random({share.dropoutSeed, piece}).next(), batchPredictions,
                                     arena);
    }
    return loss;
}

}  // namespace recscope
