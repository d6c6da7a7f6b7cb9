// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/batch/device_batches.h"
#include "core/batch/training_batches.h"
#include "core/models/transformer/gradient_step.h"
#include "core/recommender/distributed_training_module.h"
#include "core/recommender/recommender.h"
#include "core/recommender/training_module.h"
#include "core/util/producer_thread.h"

namespace recscope {

class TransformerRecommender;

/// Trains a transformer. On the CPU, a separate thread makes the next batches in advance, and gradients are computed in
/// packed form if it supports the config. On a GPU, batches are made on the device if possible, a step is one recorded
/// graph if possible, and the losses of many steps are read together.
class TransformerTrainingModule : public TrainingModule, public ClozeTrainer, public DistributedTrainingModule {
public:
    /// OfDevice: the code path that suits the device; AsOnGpu: that of a GPU even on the CPU, so that the two paths can
    /// be compared.
    enum class Computation { OfDevice, AsOnGpu };

    /// `recommender` must outlive this and be on `device`.
    TransformerTrainingModule(TransformerRecommender& recommender, const RunConfig& config, Device device,
                              Computation computation);
    ~TransformerTrainingModule() override;

    void joinProcessGroup(ProcessGroup& processGroup) override;
    void setTrainingData(const Histories& histories) override;
    std::int64_t samples() const override { return m_batches->sequences(); }
    std::int64_t stepsPerEpoch() const override { return m_batches->batchesPerEpoch(); }
    void startEpoch(std::int64_t epoch, std::int64_t firstStep) override;
    std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) override;
    std::vector<StepLoss> takeLosses(bool all) override;
    void putState(SafeTensors& to) const override;
    void restore(const SafeTensors& state, std::int64_t steps) override;
    DistributedTrainingModule* distributed() override { return this; }
    ClozeTrainer* clozeTrainer() override { return m_rules.task == Task::Cloze ? this : nullptr; }
    std::optional<double> trainCloze(std::span<const Token> history, std::span<const std::int32_t> positions,
                                     std::int64_t step, double learningRate, const std::stop_token& stop) override;
    DeviceFacts device() const override;
    /// Calls `GradientStep::setProbe`.
    void setProbe(TorchGradients::MicroBatchProbe probe) { m_gradientStep.setProbe(std::move(probe)); }

private:
    /// Starts the thread that makes the batches of this epoch from `firstStep` on.
    void startProducer(std::int64_t firstStep);
    TrainingBatch nextBatch();
    int minMicroBatches() const;

    static constexpr std::size_t kBatchesAhead = 2;  // batches made in advance while a step runs
    /// The loss of a step, not yet copied from the device.
    struct PendingLoss {
        std::int64_t step = 0;
        torch::Tensor lossAndScored;  ///< (2) double: loss, number of predicted positions; may still be pending
    };

    RunConfig m_config;
    BatchRules m_rules;
    std::int32_t m_itemCount;
    Device m_device;
    bool m_usesGpuPath;  ///< the code path of a GPU is used
    bool m_isPacked;     ///< gradients are computed in packed form
    GradientStep m_gradientStep;
    ProcessGroup* m_processGroup = nullptr;
    std::optional<TrainingBatches> m_batches;
    std::optional<DeviceBatches> m_deviceBatches;  ///< makes batches on the device; empty: the host makes them
    /// The thread in which the host makes batches in advance; null if the device makes them.
    std::unique_ptr<ProducerThread<TrainingBatch, kBatchesAhead>> m_producer;
    std::int64_t m_nextInEpoch = 0;  ///< index of the next step in its epoch
    std::vector<PendingLoss> m_pendingLosses;
};

}  // namespace recscope
