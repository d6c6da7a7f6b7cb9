// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/recommender/training_module.h"
#include "core/util/producer_thread.h"

namespace recscope {

/// Stochastic gradient descent, one sample at a time: an update changes only the vectors of its sample. A step of the
/// training loop processes a block of samples, while a separate thread draws the next blocks. No training state needs
/// to be stored, because samples are a function of their block and plain gradient descent is stateless. `Samples` has
/// the member type Sample and the functions count() and blocks() (samples and blocks per epoch), startEpoch(epoch), and
/// draw(block), which returns the samples of a block.
template <class Samples>
class SampleTrainingModule : public TrainingModule {
public:
    using Sample = typename Samples::Sample;

    void setTrainingData(const Histories& histories) override {
        m_producer.reset();
        m_samples.emplace(samplesOf(histories));
    }
    void trainOnlyUsers() override { m_onlyUsers = true; }
    std::int64_t samples() const override { return m_samples->count(); }
    std::int64_t stepsPerEpoch() const override { return m_samples->blocks(); }
    void startEpoch(std::int64_t epoch, std::int64_t firstStep) override;
    std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) override;
    std::vector<StepLoss> takeLosses(bool /*all*/) override { return std::exchange(m_losses, {}); }
    /// One thread draws samples while the other trains.
    DeviceFacts device() const override { return cpuFacts(/*threads=*/2); }

protected:
    /// Prepares the model for these histories and returns their samples.
    virtual Samples samplesOf(const Histories& histories) = 0;
    /// Makes one update per sample and returns the sum of the losses, each computed before its update and without the
    /// weight decay.
    virtual double learnAll(std::span<const Sample> samples, double learningRate) = 0;
    virtual void epochEnded() {}  ///< called after the last step of an epoch, unless only users are trained
    bool learnsOnlyUsers() const { return m_onlyUsers; }

private:
    std::optional<Samples> m_samples;
    std::int64_t m_nextBlock = 0;
    bool m_onlyUsers = false;
    std::vector<StepLoss> m_losses;
    static constexpr std::size_t kBlocksAhead = 4;
    /// Draws the next blocks in its own thread. The thread uses m_samples, so this member is declared last and
    /// destroyed first.
    std::unique_ptr<ProducerThread<std::vector<Sample>, kBlocksAhead>> m_producer;
};

template <class Samples>
void SampleTrainingModule<Samples>::startEpoch(std::int64_t epoch, std::int64_t firstStep) {
    m_producer.reset();
    m_nextBlock = firstStep;
    m_producer =
        std::make_unique<ProducerThread<std::vector<Sample>, kBlocksAhead>>([this, epoch, firstStep](const auto& push) {
            m_samples->startEpoch(epoch);
            for (std::int64_t block = firstStep; block < m_samples->blocks(); ++block) push(m_samples->draw(block));
        });
}

template <class Samples>
std::optional<std::int64_t> SampleTrainingModule<Samples>::step(std::int64_t step, double learningRate,
                                                                const std::stop_token& stop) {
    if (stop.stop_requested()) return std::nullopt;
    std::vector<Sample> samples;
    m_producer->next(samples);
    ++m_nextBlock;
    const double loss = learnAll(samples, learningRate);
    if (m_nextBlock == stepsPerEpoch() && !m_onlyUsers) epochEnded();
    const auto count = std::max<std::int64_t>(static_cast<std::int64_t>(samples.size()), 1);
    m_losses.push_back({.step = step + 1, .loss = loss / static_cast<double>(count), .scored = count});
    return static_cast<std::int64_t>(samples.size());
}

}  // namespace recscope
