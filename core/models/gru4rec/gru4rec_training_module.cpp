// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/gru4rec/gru4rec_training_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/optimizer/adam_step.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/item_counts.h"
#include "core/recommender/machine_share.h"
#include "core/util/error.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::uint64_t kDropoutStream = 3, kNegativeStream = 4;

/// The name of the stored tensor with the slots' states of a layer.
std::string stateName(std::size_t layer) {
    return fmt::format("lanes.{}", layer);
}

/// Returns the number of threads for a step. The threads wait for each other three times per step, so a step with fewer
/// than kMinMultiplications (about a millisecond of work) is faster with a single thread. Measured on two cores, the
/// fastest of a thousand steps with one thread and with two threads: 146 and 200 us for 11 million multiplications, 645
/// and 794 us for 50 million, 1256 and 1149 us for 103 million, 1954 and 1336 us for 155 million.
int threadsFor(const RunConfig& config) {
    constexpr std::int64_t kMinMultiplications = 100'000'000;
    const Gru4RecConfig& gru4rec = gru4RecOf(config);
    const std::int64_t B = config.training.batchSize, H = gru4rec.dim;
    const std::int64_t multiplications = 3 * B * (B + gru4rec.extraNegatives) * H + gru4rec.layers * 15 * B * H * H;
    return multiplications < kMinMultiplications ? 1 : std::min(computeThreads(), static_cast<int>(B));
}

}  // namespace

Gru4RecTrainingModule::Gru4RecTrainingModule(Gru4Rec& model, const RunConfig& config)
    : m_model(model),
      m_config(config),
      m_modelConfig(gru4RecOf(config)),
      m_threads(threadsFor(config)),
      m_step(model, config, m_threads) {}

DeviceFacts Gru4RecTrainingModule::device() const {
    return cpuFacts(m_threads);
}

void Gru4RecTrainingModule::setTrainingData(const Histories& histories) {
    m_histories = &histories;
    std::vector<double> counts(static_cast<std::size_t>(vocabularySize(histories.itemCount)), 0);
    m_sessions = 0;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto training = histories.training(user);
        if (training.size() >= 2) ++m_sessions;
        for (const Token token : training) ++counts[static_cast<std::size_t>(token)];
    }
    m_step.setItemCounts(counts);
    std::vector<double> weights;
    for (Token item = kFirstItemToken; isItem(item, histories.itemCount); ++item) {
        const double count = counts[static_cast<std::size_t>(item)];
        // The item is neither a target nor drawn, so training never changes this bias.
        if (count == 0) m_model.parameters().bias[item] = kUnseen;
        weights.push_back(count > 0 ? std::pow(count, m_modelConfig.popularityPower) : 0);
    }
    if (m_sessions > 0) m_items.emplace(weights);
    m_steps = SessionParallelBatches::stepsOf(histories, m_config.training.batchSize, minSlots());
}

void Gru4RecTrainingModule::startEpoch(std::int64_t epoch, std::int64_t firstStep) {
    m_epoch = epoch;
    m_stepInEpoch = firstStep;
    m_slots.emplace(*m_histories, m_config.training.batchSize, minSlots());
    for (std::int64_t i = 0; i < firstStep; ++i) m_slots->advance();
    if (firstStep > 0) return;  // the states were restored
    m_states.assign(static_cast<std::size_t>(m_modelConfig.layers),
                    std::vector<float>(m_slots->slots().size() * static_cast<std::size_t>(m_modelConfig.dim), 0.0F));
}

SessionParallelBatch Gru4RecTrainingModule::nextBatch() const {
    SessionParallelBatch batch;
    for (const SessionParallelBatches::Slot& slot : m_slots->slots()) {
        batch.inputs.push_back(m_slots->input(slot));
        batch.targets.push_back(m_slots->target(slot));
    }
    Random random({m_config.training.seed, kNegativeStream, static_cast<std::uint64_t>(m_epoch),
                   static_cast<std::uint64_t>(m_stepInEpoch)});
    batch.negatives.reserve(static_cast<std::size_t>(m_modelConfig.extraNegatives));
    for (std::int64_t i = 0; i < m_modelConfig.extraNegatives; ++i)
        batch.negatives.push_back(kFirstItemToken + static_cast<Token>(m_items->draw(random)));
    return batch;
}

std::optional<std::int64_t> Gru4RecTrainingModule::step(std::int64_t step, double learningRate,
                                                        const std::stop_token& stop) {
    if (stop.stop_requested()) return std::nullopt;
    const SessionParallelBatch batch = nextBatch();
    const std::uint64_t dropoutSeed =
        Random({m_config.training.seed, kDropoutStream, static_cast<std::uint64_t>(step)}).next();
    const double loss = m_step.step(batch, m_states, dropoutSeed, learningRate);
    m_losses.push_back({.step = step + 1, .loss = loss, .scored = static_cast<std::int64_t>(batch.targets.size())});
    const std::int64_t endedBefore = m_slots->ended();
    const std::vector<std::int32_t> from = m_slots->advance();
    for (std::vector<float>& states : m_states)
        SessionParallelBatches::rearrangeStates(states, from, m_modelConfig.dim);
    ++m_stepInEpoch;
    return m_slots->ended() - endedBefore;
}

std::vector<StepLoss> Gru4RecTrainingModule::takeLosses(bool /*all*/) {
    return std::exchange(m_losses, {});
}

void Gru4RecTrainingModule::putState(SafeTensors& to) const {
    m_step.optimizerState().copyTo(to);
    for (std::size_t layer = 0; layer < m_states.size(); ++layer) {
        if (!m_states[layer].empty()) put(stateName(layer), m_states[layer], to);
    }
}

void Gru4RecTrainingModule::restore(const SafeTensors& state, std::int64_t /*steps*/) {
    try {
        m_step.optimizerState().copyFrom(state);
    } catch (const Error& error) {
        throw optimizerStateError(error.what());
    }
    m_states.assign(static_cast<std::size_t>(m_modelConfig.layers), {});
    for (std::size_t layer = 0; layer < m_states.size(); ++layer) {
        // The tensor is absent if the state was saved at the end of an epoch.
        m_states[layer] = floatsOf(state, stateName(layer)).value_or(std::vector<float>());
    }
}

}  // namespace recscope
