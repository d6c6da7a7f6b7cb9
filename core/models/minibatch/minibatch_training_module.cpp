// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/minibatch_training_module.h"

#include <algorithm>
#include <utility>

#include "core/kernels/product.h"
#include "core/models/minibatch/epoch_order.h"
#include "core/models/minibatch/user_rows.h"
#include "core/recommender/machine_share.h"
#include "core/util/random.h"

namespace recscope {

namespace {

constexpr std::uint64_t kDropoutStream = 3;

/// Returns the number of threads for a step with about this many multiplications: a single thread if it would finish
/// the step before a second thread wakes up.
int threadsFor(const RunConfig& config, double multiplications) {
    constexpr double kMinMultiplications = 4e6;
    return multiplications < kMinMultiplications
               ? 1
               : static_cast<int>(std::min<std::int64_t>(computeThreads(), config.training.batchSize));
}

}  // namespace

MinibatchTrainingModule::MinibatchTrainingModule(HostTensors& tensors, const RunConfig& config, double multiplications,
                                                 const MakeTask& make)
    : m_config(config),
      m_tensors(tensors),
      m_step(tensors, config.training, threadsFor(config, multiplications)),
      m_task(make(m_step)),
      m_shares(static_cast<std::size_t>(m_step.threads())) {}

DeviceFacts MinibatchTrainingModule::device() const {
    DeviceFacts facts = cpuFacts(m_step.threads());
    if (m_config.training.matmulPrecision == MatmulPrecision::Medium && kernels::hasBFloat16())
        facts.notes.emplace_back(MessageId::BFloat16Products);
    return facts;
}

void MinibatchTrainingModule::trainOnlyUsers() {
    m_onlyUsers = true;
    m_step.learnOnly(m_task->userTensors());
}

void MinibatchTrainingModule::setTrainingData(const Histories& histories) {
    if (!m_onlyUsers) zeroRowsOfUntrainedUsers(m_tensors, m_task->userTensors(), histories, m_task->minItems());
    m_samples = m_task->setTrainingData(histories);
}

std::int64_t MinibatchTrainingModule::stepsPerEpoch() const {
    return (m_samples + m_config.training.batchSize - 1) / m_config.training.batchSize;
}

void MinibatchTrainingModule::startEpoch(std::int64_t epoch, std::int64_t firstStep) {
    m_epoch = epoch;
    m_nextInEpoch = firstStep;
    if (!m_onlyUsers) m_task->startEpoch(epoch);
    shuffleEpoch(m_order, m_samples, m_config.training.seed, epoch);
}

std::optional<std::int64_t> MinibatchTrainingModule::step(std::int64_t step, double learningRate,
                                                          const std::stop_token& stop) {
    if (stop.stop_requested()) return std::nullopt;
    const std::int64_t begin = m_nextInEpoch * m_config.training.batchSize;
    const std::int64_t count = std::min(m_config.training.batchSize, m_samples - begin);
    for (std::vector<std::int64_t>& share : m_shares) share.clear();
    const auto batch = std::span<const std::int32_t>(m_order).subspan(static_cast<std::size_t>(begin),
                                                                      static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
        m_shares[static_cast<std::size_t>(i) % m_shares.size()].push_back(m_order[static_cast<std::size_t>(begin + i)]);
    const double loss = m_step.step(
        [&](int worker, kernels::Arena& arena) {
            const auto index = static_cast<std::size_t>(worker);
            if (m_shares[index].empty()) return 0.0;
            Random seeds({m_config.training.seed, kDropoutStream, static_cast<std::uint64_t>(step),
                          static_cast<std::uint64_t>(worker)});
            return m_task->computeGradients({.samples = m_shares[index],
                                             .batch = batch,
                                             .batchSamples = count,
                                             .epoch = m_epoch,
                                             .dropoutSeed = seeds.next(),
                                             .worker = worker},
                                            arena);
        },
        learningRate);
    if (!m_onlyUsers) m_task->endStep();
    if (++m_nextInEpoch == stepsPerEpoch() && !m_onlyUsers) m_task->endEpoch();
    m_losses.push_back({.step = step + 1, .loss = loss, .scored = m_task->predictions(batch)});
    return count;
}

std::vector<StepLoss> MinibatchTrainingModule::takeLosses(bool /*all*/) {
    return std::exchange(m_losses, {});
}

}  // namespace recscope
