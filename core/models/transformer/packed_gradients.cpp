// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/packed_gradients.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include "core/distributed/process_group.h"
#include "core/kernels/loops.h"
#include "core/kernels/product.h"
#include "core/losses/packed_losses.h"
#include "core/models/transformer/micro_batch_shares.h"
#include "core/models/transformer/packed_parameters.h"
#include "core/models/transformer/transformer_config.h"
#include "core/util/worker_pool.h"

namespace recscope {

namespace {

constexpr std::int64_t kNormBlock = 1 << 14;  // number of gradients whose squares form one partial sum

/// The rows of a micro-batch without padding, and their targets.
struct PackedMicroBatch {
    explicit PackedMicroBatch(const MicroBatch& microBatch);
    kernels::PackedRows rows;
    kernels::PackedTargets targets;
};

PackedMicroBatch::PackedMicroBatch(const MicroBatch& microBatch) {
    const std::int64_t B = microBatch.tokens.size(0), T = microBatch.tokens.size(1), M = microBatch.positions.size(0);
    const std::int64_t* const tokens = microBatch.tokens.data_ptr<std::int64_t>();
    const std::int64_t* const positions = microBatch.positions.data_ptr<std::int64_t>();
    std::vector<std::int64_t> scored(positions, positions + M);
    std::sort(scored.begin(), scored.end());
    scored.erase(std::unique(scored.begin(), scored.end()), scored.end());
    auto next = scored.begin();
    for (std::int64_t b = 0; b < B; ++b) {
        const std::int64_t* const row = tokens + b * T;
        const std::int64_t first = std::find_if(row, row + T, [](auto t) { return t != kPadToken; }) - row;
        const std::vector<Token> history(row + first, row + T);
        std::vector<std::int32_t> scoredInRow;  // scored positions of this history
        for (; next != scored.end() && *next < (b + 1) * T; ++next)
            scoredInRow.push_back(static_cast<std::int32_t>(*next - b * T - first));
        rows.add(history, scoredInRow);
    }
    for (std::int64_t m = 0; m < M; ++m) {
        const auto found = std::lower_bound(scored.begin(), scored.end(), positions[m]);
        targets.rows.push_back(static_cast<std::int32_t>(found - scored.begin()));
    }
    const auto copied = [](const torch::Tensor& tensor) {
        const auto* const data = tensor.data_ptr<std::int64_t>();
        return std::vector<std::int64_t>(data, data + tensor.numel());
    };
    targets.targets = copied(microBatch.targets);
    if (microBatch.negatives.defined()) targets.negatives = copied(microBatch.negatives);
    if (microBatch.excluded.defined()) {
        const bool* const excluded = microBatch.excluded.data_ptr<bool>();
        targets.excluded.assign(excluded, excluded + microBatch.excluded.numel());
    }
}

}  // namespace

struct PackedGradients::Worker {
    Worker(const SequenceModel& model, const RunConfig& config)
        : gradient(torch::zeros({gradientCount(model)})),
          packed(transformerOf(config), model.traits(), parametersOf(model, gradient.data_ptr<float>())) {}

    torch::Tensor gradient;
    kernels::Arena arena;
    kernels::PackedModel packed;
    double loss = 0, squares = 0;
};

PackedGradients::PackedGradients(SequenceModel& model, const RunConfig& config, int threads)
    : m_model(model),
      m_config(config),
      m_gradient(torch::zeros({gradientCount(model)})),
      m_pool(std::make_unique<WorkerPool>(threads)) {
    for (int i = 0; i < m_pool->count(); ++i) m_workers.push_back(std::make_unique<Worker>(model, config));
    std::int64_t begin = 0;
    for (torch::Tensor& parameter : m_model.parameters()) {
        parameter.mutable_grad() = m_gradient.slice(0, begin, begin + parameter.numel()).view(parameter.sizes());
        begin += alignedCount(parameter.numel());
    }
}

PackedGradients::~PackedGradients() = default;

std::optional<PackedGradients::Result> PackedGradients::compute(const TrainingBatch& batch,
                                                                std::span<const std::uint64_t> dropoutSeeds,
                                                                const std::stop_token& stop) {
    const auto shares =
        assignMicroBatches(batch, m_config, m_processGroup ? m_processGroup->allThreads() : m_pool->count());
    const int firstShare = m_processGroup ? m_processGroup->firstThread() : 0;
    std::atomic<bool> stopped = false;
    m_pool->run([&](int index) {
        kernels::useOneThread();
        Worker& worker = *m_workers[static_cast<std::size_t>(index)];
        const kernels::ProductPrecision precision(m_config.training.matmulPrecision == MatmulPrecision::Medium &&
                                                          kernels::hasBFloat16()
                                                      ? kernels::Precision::BFloat16
                                                      : kernels::Precision::Float32);
        worker.loss = 0;
        for (const std::size_t i : shares[static_cast<std::size_t>(firstShare + index)]) {
            if (stop.stop_requested()) stopped = true;
            if (stopped) return;
            worker.arena.reset();
            const PackedMicroBatch microBatch(batch.microBatches[i]);
            const double share =
                static_cast<double>(microBatch.targets.targets.size()) / static_cast<double>(batch.scored);
            std::optional<kernels::DropoutKeys> dropout;
            if (!dropoutSeeds.empty()) dropout.emplace(dropoutSeeds[i]);
            kernels::Tape tape(worker.arena, /*recordsGradients=*/true);
            kernels::Variable& states =
                worker.packed.outputStates(tape, microBatch.rows, dropout ? &*dropout : nullptr);
            worker.loss +=
                share * packedLoss(tape, worker.packed.output(), m_config.loss, states, microBatch.targets, share);
            tape.backward();
        }
    });
    std::vector<float*> parts;
    for (const auto& worker : m_workers) parts.push_back(worker->gradient.data_ptr<float>());
    const std::int64_t count = m_gradient.numel();
    const std::int64_t part = alignedCount((count + m_pool->count() - 1) / m_pool->count());
    m_pool->run([&](int index) {
        const std::int64_t begin = std::min(index * part, count), end = std::min(begin + part, count);
        std::vector<float*> partsAtBegin = parts;
        for (float*& pointer : partsAtBegin) pointer += begin;
        m_workers[static_cast<std::size_t>(index)]->squares =
            kernels::sumAndClear(partsAtBegin, m_gradient.data_ptr<float>() + begin, end - begin);
    });
    if (m_processGroup) return sumOverProcesses(stopped);
    if (stopped) return std::nullopt;
    Result result;
    double squares = 0;
    for (const auto& worker : m_workers) {
        result.loss += worker->loss;
        squares += worker->squares;
    }
    result.norm = std::sqrt(squares);
    return result;
}

void PackedGradients::joinProcessGroup(ProcessGroup& processGroup) {
    if (processGroup.threads() != m_pool->count())
        throw std::logic_error("the process group expects another number of threads");
    m_processGroup = &processGroup;
}

/// Replaces this process's sums with the sums over all ranks; a stop request on one rank stops all ranks.
std::optional<PackedGradients::Result> PackedGradients::sumOverProcesses(bool stopped) {
    std::array<double, 2> lossAndStops = {0, stopped ? 1.0 : 0.0};
    for (const auto& worker : m_workers) lossAndStops[0] += worker->loss;
    m_processGroup->sum(std::span<double>(lossAndStops));
    if (lossAndStops[1] > 0) return std::nullopt;
    const std::int64_t count = m_gradient.numel();
    float* const gradient = m_gradient.data_ptr<float>();
    m_processGroup->sum(std::span<float>(gradient, static_cast<std::size_t>(count)));
    // The squares are summed in blocks of fixed size, in order, so that ranks with different numbers of threads get the
    // same bits.
    std::vector<double> squares(static_cast<std::size_t>((count + kNormBlock - 1) / kNormBlock));
    m_pool->run([&](int index) {
        for (auto block = static_cast<std::size_t>(index); block < squares.size();
             block += static_cast<std::size_t>(m_pool->count())) {
            const std::int64_t begin = static_cast<std::int64_t>(block) * kNormBlock;
            squares[block] = kernels::dot(gradient + begin, gradient + begin, std::min(kNormBlock, count - begin));
        }
    });
    double all = 0;
    for (const double square : squares) all += square;
    return Result{.loss = lossAndStops[0], .norm = std::sqrt(all)};
}

}  // namespace recscope
