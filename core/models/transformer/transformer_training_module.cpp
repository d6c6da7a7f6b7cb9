// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/transformer_training_module.h"

#include "core/distributed/process_group.h"
#include "core/kernels/product.h"
#include "core/models/transformer/cuda_graph.h"
#include "core/models/transformer/packed_model.h"
#include "core/models/transformer/transformer_config.h"
#include "core/models/transformer/transformer_recommender.h"
#include "core/recommender/cuda_report.h"
#include "core/recommender/device.h"
#include "core/recommender/device_failure.h"
#include "core/recommender/safetensors.h"
#include "core/util/error.h"
#include "core/util/translated.h"
#include "core/util/unbound_cores.h"

namespace recscope {

namespace {

constexpr std::size_t kStepsPerCopy = 32;  // number of steps whose losses are copied together from the GPU

bool isPackedOn(Device device, const RunConfig& config) {
    return device == Device::Cpu && kernels::PackedModel::supports(transformerOf(config));
}

bool isOutOfMemory(const std::exception& error) {
    const std::optional<DeviceFailure> failure = deviceFailureOf(error);
    return failure && failure->kind == DeviceFailureKind::OutOfMemory;
}

}  // namespace

TransformerTrainingModule::TransformerTrainingModule(TransformerRecommender& recommender, const RunConfig& config,
                                                     Device device, Computation computation)
    : m_config(config),
      m_rules(batchRulesOf(config, recommender.model().task())),
      m_itemCount(recommender.shape().itemCount),
      m_device(device),
      m_usesGpuPath(device != Device::Cpu || computation == Computation::AsOnGpu),
      m_isPacked(!m_usesGpuPath && isPackedOn(device, config)),
      m_gradientStep(recommender.model(), config, m_isPacked, device == Device::Cuda ? makeCudaGraph() : nullptr) {
    // Selects whether LibTorch's products on CUDA may use TF32, which has 10 bits of mantissa. The products of the
    // packed form have their own switch.
    at::globalContext().setFloat32MatmulPrecision(nameOf(config.training.matmulPrecision));
}

TransformerTrainingModule::~TransformerTrainingModule() = default;

void TransformerTrainingModule::joinProcessGroup(ProcessGroup& processGroup) {
    m_processGroup = &processGroup;
    m_gradientStep.joinProcessGroup(processGroup);
}

/// The smallest number of micro-batches per batch. Dropout is drawn per micro-batch, so on the CPU this number must
/// depend neither on the number of processes nor on how they were started. It is therefore the number of all cores of
/// rank 0's host, even if the process is bound to a few of them. (A GPU draws dropout from its own generator.)
int TransformerTrainingModule::minMicroBatches() const {
    if (m_isPacked) return m_processGroup ? m_processGroup->coresOfLeader() : unboundCores();
    return m_processGroup && m_device == Device::Cuda ? m_processGroup->size() : 1;
}

void TransformerTrainingModule::setTrainingData(const Histories& histories) {
    m_producer.reset();
    m_deviceBatches.reset();
    m_batches.emplace(histories, m_rules, microBatchTokensFor(torchDevice(m_device)), minMicroBatches());
    if (!m_usesGpuPath || m_processGroup || !DeviceBatches::supports(*m_batches, histories, m_rules)) return;
    try {
        m_deviceBatches.emplace(*m_batches, histories, m_rules, torchDevice(m_device));
    } catch (const std::exception& error) {
        if (!isOutOfMemory(error)) throw;
        m_deviceBatches.reset();  // too little GPU memory: the host makes the batches
    }
}

void TransformerTrainingModule::startEpoch(std::int64_t epoch, std::int64_t firstStep) {
    m_producer.reset();
    m_batches->startEpoch(epoch);
    m_nextInEpoch = firstStep;
    if (m_deviceBatches) {
        m_deviceBatches->startEpoch();
        return;
    }
    startProducer(firstStep);
}

void TransformerTrainingModule::startProducer(std::int64_t firstStep) {
    m_producer = std::make_unique<ProducerThread<TrainingBatch, kBatchesAhead>>([this, firstStep](const auto& push) {
        for (std::int64_t i = firstStep; i < m_batches->batchesPerEpoch(); ++i)
            push(m_batches->batch(i).to(torchDevice(m_device)));
    });
}

TrainingBatch TransformerTrainingModule::nextBatch() {
    if (m_deviceBatches) {
        try {
            return m_deviceBatches->batch(m_nextInEpoch);
        } catch (const std::exception& error) {
            if (!isOutOfMemory(error)) throw;
        }
        m_deviceBatches.reset();  // from now on the host makes the same batches
        releaseGpuMemory();
        startProducer(m_nextInEpoch);
    }
    TrainingBatch batch;
    m_producer->next(batch);
    return batch;
}

std::optional<std::int64_t> TransformerTrainingModule::step(std::int64_t step, double learningRate,
                                                            const std::stop_token& stop) {
    const TrainingBatch batch = nextBatch();
    const std::optional<torch::Tensor> loss = m_gradientStep.step(batch, step, learningRate, stop);
    if (!loss) return std::nullopt;
    ++m_nextInEpoch;
    const torch::Tensor scored = batch.scored > 0
                                     ? torch::full_like(*loss, static_cast<double>(batch.scored), torch::kDouble)
                                     : batch.microBatches.front().scored.to(torch::kDouble);
    m_pendingLosses.push_back({.step = step + 1, .lossAndScored = torch::stack({loss->to(torch::kDouble), scored})});
    return batch.sequences;
}

std::vector<StepLoss> TransformerTrainingModule::takeLosses(bool all) {
    std::vector<StepLoss> losses;
    if (m_pendingLosses.empty() || (m_usesGpuPath && !all && m_pendingLosses.size() < kStepsPerCopy)) return losses;
    std::vector<torch::Tensor> numbers;
    for (const PendingLoss& pending : m_pendingLosses) numbers.push_back(pending.lossAndScored);
    const torch::Tensor read = torch::stack(numbers).to(torch::kCPU);  // (steps, 2)
    const auto rows = read.accessor<double, 2>();
    for (std::size_t i = 0; i < m_pendingLosses.size(); ++i) {
        const auto row = rows[static_cast<std::int64_t>(i)];
        losses.push_back(
            {.step = m_pendingLosses[i].step, .loss = row[0], .scored = static_cast<std::int64_t>(row[1])});
    }
    m_pendingLosses.clear();
    return losses;
}

void TransformerTrainingModule::putState(SafeTensors& to) const {
    to.tensors.merge(m_gradientStep.optimizer().state());
}

void TransformerTrainingModule::restore(const SafeTensors& state, std::int64_t steps) {
    m_gradientStep.optimizer().restore(state.tensors, steps);
}

std::optional<double> TransformerTrainingModule::trainCloze(std::span<const Token> history,
                                                            std::span<const std::int32_t> positions, std::int64_t step,
                                                            double learningRate, const std::stop_token& stop) {
    if (m_rules.loss.kind != LossKind::CrossEntropy)
        throw Error(ErrorKind::Usage, translated("Training on a single sample requires the loss ce."),
                    translated("Choose a run that was trained with ce."));
    const auto length = static_cast<std::int64_t>(history.size());
    const std::int64_t firstRead = std::max<std::int64_t>(0, length - m_rules.maxLength);
    std::vector<std::int64_t> read(history.begin() + firstRead, history.end());
    std::vector<std::int64_t> requested, targets;
    for (const std::int32_t position : positions) {
        if (position < firstRead || position >= length)
            throw Error(ErrorKind::Usage, translated("The model does not read position {}.", position));
        requested.push_back(position - firstRead);
        targets.push_back(history[static_cast<std::size_t>(position)]);
        read[static_cast<std::size_t>(position - firstRead)] = maskToken(m_itemCount);
    }
    if (requested.empty())
        throw Error(ErrorKind::Usage, translated("No position of the history is hidden."),
                    translated("Hide at least one item."));
    TrainingBatch batch;
    batch.sequences = 1;
    batch.scored = static_cast<std::int64_t>(requested.size());
    batch.microBatches.push_back({.tokens = torch::tensor(read).unsqueeze(0),
                                  .positions = torch::tensor(requested),
                                  .targets = torch::tensor(targets),
                                  .negatives = {},
                                  .excluded = {}});
    const std::optional<torch::Tensor> loss =
        m_gradientStep.step(batch.to(torchDevice(m_device)), step, learningRate, stop);
    if (!loss) return std::nullopt;
    return loss->item<double>();
}

DeviceFacts TransformerTrainingModule::device() const {
    const bool hasReducedPrecision =
        m_config.training.matmulPrecision == MatmulPrecision::Medium &&
        (m_device == Device::Cuda || (isPackedOn(m_device, m_config) && kernels::hasBFloat16()));
    DeviceFacts facts = describeDevice(m_device);
    if (m_processGroup) m_processGroup->describe(facts);
    if (hasReducedPrecision)
        facts.notes.emplace_back(m_device == Device::Cuda ? MessageId::Tf32Products : MessageId::BFloat16Products);
    if (std::optional<Message> note = m_gradientStep.deviceNote()) facts.notes.push_back(std::move(*note));
    return facts;
}

}  // namespace recscope
