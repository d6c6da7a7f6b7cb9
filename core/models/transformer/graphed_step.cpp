// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/graphed_step.h"

#include <algorithm>

namespace recscope {

namespace {

constexpr int kWarmUpSteps = 3;  // ordinary training steps before the recording; see PyTorch's "CUDA semantics"

/// Copies `from` into `target`. The first call allocates it; later calls reuse its memory, to which the recorded graph
/// refers.
void copyInto(torch::Tensor& target, const torch::Tensor& from) {
    if (!from.defined()) return;
    if (target.defined())
        target.copy_(from);
    else
        target = from.clone();
}

}  // namespace

torch::Tensor GraphedStep::run(const MicroBatch& microBatch, double learningRate, std::uint64_t dropoutSeed) {
    m_hasChangedWeights = false;
    copyMicroBatch(microBatch);
    try {
        m_optimizer.startStep(learningRate);
        return runAfterStart(dropoutSeed);
    } catch (...) {
        if (!m_hasChangedWeights) m_optimizer.undoStartStep();
        throw;
    }
}

torch::Tensor GraphedStep::runAfterStart(std::uint64_t dropoutSeed) {
    m_dropoutSeed = dropoutSeed;
    seedDropout(m_gradients.device(), dropoutSeed);
    if (m_state == State::WarmingUp && m_warmUpSteps < kWarmUpSteps) {
        ++m_warmUpSteps;
        m_graph->warmUp([this] { step(); });
        return m_loss.clone();
    }
    if (m_state == State::WarmingUp) record();
    if (m_state == State::Recorded) {
        m_hasChangedWeights = true;  // set before the launch, because a failed launch may have changed some weights
        m_graph->replay();
    } else {
        step();
    }
    return m_loss.clone();  // a copy, because the next step overwrites m_loss
}

void GraphedStep::copyMicroBatch(const MicroBatch& microBatch) {
    copyInto(m_microBatch.tokens, microBatch.tokens);
    copyInto(m_microBatch.positions, microBatch.positions);
    copyInto(m_microBatch.targets, microBatch.targets);
    copyInto(m_microBatch.negatives, microBatch.negatives);
    copyInto(m_microBatch.excluded, microBatch.excluded);
    copyInto(m_microBatch.scored, microBatch.scored);
}

void GraphedStep::step() {
    DropoutStream dropout(m_dropoutSeed);
    m_gradients.clear();
    copyInto(m_loss, m_gradients.add(m_microBatch, /*share=*/1, &dropout));
    m_hasChangedWeights = true;
    m_gradients.clip();
    m_optimizer.finishStep();
}

void GraphedStep::record() {
    try {
        m_graph->record([this] { step(); });
        m_state = State::Recorded;
    } catch (const std::exception& error) {
        m_state = State::Failed;
        m_failure = error.what();
        m_failure.resize(std::min(m_failure.find('\n'), m_failure.size()));
        m_graph.reset();
    }
    m_hasChangedWeights = false;  // recording executes nothing
}

}  // namespace recscope
