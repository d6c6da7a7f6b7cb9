// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/autoencoder/rbm_task.h"

namespace recscope {

namespace {
constexpr std::uint64_t kHiddenStream = 6, kVisibleStream = 7;
}

RbmTask::RbmTask(Autoencoder& model, const RunConfig& config, MinibatchStep& step)
    : m_model(model), m_seed(config.training.seed) {
    for (int worker = 0; worker < step.threads(); ++worker) m_nets.emplace_back(step.parameters(worker));
}

std::int64_t RbmTask::setTrainingData(const Histories& histories) {
    const std::int64_t samples = UserSetTask::setTrainingData(histories);
    std::vector<std::int64_t> usersOfItem(static_cast<std::size_t>(vocabularySize(histories.itemCount)), 0);
    for (std::int64_t sample = 0; sample < samples; ++sample)
        for (const Token item : setOfUser(userOf(sample))) ++usersOfItem[static_cast<std::size_t>(item)];
    m_model.setVisibleBiases(usersOfItem, samples);
    return samples;
}

double RbmTask::computeGradients(const Share& share, kernels::Arena& arena) {
    RbmBatch batch;
    batch.weight = 1 / static_cast<double>(share.batchSamples);
    Random unused({0});
    // The machine has no user vectors. `users` holds the users' indices, which select the random numbers below.
    for (const std::int64_t sample : share.samples)
        batch.data.add(setOfUser(userOf(sample)), userOf(sample), /*dropout=*/0, unused);
    batch.draws = [&](std::size_t n, RbmLayer layer, std::span<float> numbers) {
        Random random({m_seed, layer == RbmLayer::Hidden ? kHiddenStream : kVisibleStream,
                       static_cast<std::uint64_t>(share.epoch), static_cast<std::uint64_t>(batch.data.users[n])});
        for (float& number : numbers) number = static_cast<float>(random.uniform());
    };
    return m_nets[static_cast<std::size_t>(share.worker)].computeGradients(batch, arena);
}

}  // namespace recscope
