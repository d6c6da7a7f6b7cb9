// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/autoencoder/autoencoder_task.h"

namespace recscope {

namespace {
constexpr std::uint64_t kInputStream = 5, kNegativeStream = 4;
}

std::int64_t UserSetTask::setTrainingData(const Histories& histories) {
    m_sets = itemsOfUsers(histories);
    m_users.clear();
    for (std::int32_t user = 0; user < histories.userCount(); ++user)
        if (!m_sets.of(user).empty()) m_users.push_back(user);
    return std::ssize(m_users);
}

std::int64_t UserSetTask::predictions(std::span<const std::int32_t> samples) const {
    std::int64_t sum = 0;
    for (const std::int32_t sample : samples) sum += std::ssize(m_sets.of(userOf(sample)));
    return sum;
}

AutoencoderTask::AutoencoderTask(Autoencoder& model, const RunConfig& config, MinibatchStep& step)
    : m_model(model),
      m_config(autoencoderOf(config)),
      m_hasUsers(hasUserVectors(config)),
      m_seed(config.training.seed) {
    for (int worker = 0; worker < step.threads(); ++worker) m_nets.emplace_back(step.parameters(worker));
}

double AutoencoderTask::computeGradients(const Share& share, kernels::Arena& arena) {
    AutoencoderBatch batch;
    batch.weight = 1 / static_cast<double>(share.batchSamples);
    const double pairWeight =
        m_hasUsers ? 1 / static_cast<double>(predictions(share.batch) * (1 + m_config.negatives)) : 0;
    for (const std::int64_t sample : share.samples) {
        const std::int32_t user = userOf(sample);
        const auto row = static_cast<std::int32_t>(batch.inputs.users.size());
        const std::span<const Token> set = setOfUser(user);
        const auto stream = [&](std::uint64_t number) {
            return Random({m_seed, number, static_cast<std::uint64_t>(share.epoch), static_cast<std::uint64_t>(user)});
        };
        Random dropping = stream(kInputStream), drawing = stream(kNegativeStream);
        batch.inputs.add(set, user + 1, m_config.inputDropout, dropping);
        if (!m_hasUsers) {
            batch.targets.insert(batch.targets.end(), set.begin(), set.end());
            batch.targetStarts.push_back(static_cast<std::int32_t>(batch.targets.size()));
            continue;
        }
        const auto add = [&](Token item, bool isPositive) {
            batch.pairs.push_back({.row = row, .item = item});
            batch.labels.push_back({.isPositive = isPositive, .weight = pairWeight});
        };
        for (const Token item : set) {
            add(item, /*isPositive=*/true);
            for (std::int64_t k = 0; k < m_config.negatives; ++k)
                if (const std::optional<Token> other = sets().outside(user, drawing)) add(*other, /*isPositive=*/false);
        }
    }
    return m_nets[static_cast<std::size_t>(share.worker)].computeGradients(batch, arena);
}

}  // namespace recscope
