// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/sequence_scorer.h"

#include <ATen/Parallel.h>
#include <torch/utils.h>
#include <algorithm>
#include <atomic>

#include "core/batch/inputs.h"
#include "core/kernels/product.h"
#include "core/models/transformer/packed_parameters.h"
#include "core/recommender/cuda_report.h"
#include "core/recommender/device.h"
#include "core/recommender/device_failure.h"
#include "core/util/progress.h"
#include "core/util/worker_pool.h"

namespace recscope {

namespace {

/// Returns the position from whose state the scores are computed: the newest one that is not PAD.
std::int32_t scoredPosition(std::span<const Token> row) {
    auto position = static_cast<std::int32_t>(row.size()) - 1;
    while (position > 0 && row[static_cast<std::size_t>(position)] == kPadToken) --position;
    return position;
}

/// Returns the scores (B, V + 2) of B rows of tokens, computed by LibTorch. A PAD token within a row is a hidden
/// position: no other position attends to it.
torch::Tensor torchScores(SequenceModel& model, std::span<const std::vector<Token>> histories,
                          const torch::Device& device) {
    std::vector<std::vector<Token>> rows(histories.begin(), histories.end());
    std::size_t longest = 1;
    for (const auto& row : rows) longest = std::max(longest, row.size());
    const auto B = static_cast<std::int64_t>(rows.size()), T = static_cast<std::int64_t>(longest);
    torch::Tensor hidden = torch::zeros({B, T}, torch::kBool);
    bool hasHidden = false;
    // For each row, the index of the scored state among the B * T states.
    torch::Tensor scoredRows = torch::empty({B}, torch::kLong);
    bool* const hiddenData = hidden.data_ptr<bool>();
    std::int64_t* const scoredRowData = scoredRows.data_ptr<std::int64_t>();
    for (std::int64_t b = 0; b < B; ++b) {
        std::vector<Token>& row = rows[static_cast<std::size_t>(b)];
        const std::int64_t padding = T - static_cast<std::int64_t>(row.size());
        scoredRowData[b] = b * T + padding + scoredPosition(row);
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i] != kPadToken) continue;
            hiddenData[b * T + padding + static_cast<std::int64_t>(i)] = true;
            hasHidden = true;
            row[i] = kFirstItemToken;  // any item will do, because no other position attends to it
        }
    }
    ForwardPass pass;
    if (hasHidden) pass.hidden = hidden.to(device);
    const torch::Tensor states = model.states(paddedTokens(rows).to(device), pass);  // (B, T, C)
    return model.logits(states.flatten(0, 1).index_select(0, scoredRows.to(device))).to(torch::kCPU).contiguous();
}

/// Returns how many of the first rows LibTorch processes in one pass: as many as fit into `tokens` tokens including
/// padding, but at least one.
std::size_t rowsAtOnce(std::span<const std::vector<Token>> rows, std::size_t tokens) {
    std::size_t count = 0, longest = 1;
    while (count < rows.size()) {
        longest = std::max(longest, rows[count].size());
        if (count > 0 && (count + 1) * longest > tokens) break;
        ++count;
    }
    return count;
}

constexpr std::size_t kTokensAtOnce = 512;  // tokens per pass, so few that the results stay in the L2 cache

/// Returns the first row of each group of rows that are scored together, and the end of the last group. A group has
/// enough states to make reading all item vectors worthwhile, but so few that its scores take at most 32 MB; each
/// worker gets several groups. The grouping is deterministic, because the last bits of a sum depend on it.
std::vector<std::size_t> groupsOf(std::span<const std::vector<Token>> rows, std::int64_t width, int workers) {
    constexpr std::size_t kMaxRows = 128, kScores = 1 << 23, kGroupsPerWorker = 8;
    const std::size_t maxRows = std::clamp<std::size_t>(kScores / static_cast<std::size_t>(width), 1, kMaxRows);
    const std::size_t minRows =
        std::clamp<std::size_t>(rows.size() / (kGroupsPerWorker * static_cast<std::size_t>(workers)), 1, maxRows);
    std::vector<std::size_t> begins = {0};
    for (std::size_t row = 0; row < rows.size();) {
        std::size_t tokens = 0;
        for (std::size_t count = 0; row < rows.size() && count < maxRows; ++count, ++row) {
            if (count >= minRows && tokens >= kTokensAtOnce) break;
            tokens += rows[row].size();
        }
        begins.push_back(row);
    }
    return begins;
}

/// Passes the scores of b states (b, C) to `sink`; `first` is the index of the history of the first state.
void scoreStates(const kernels::PackedModel& model, kernels::Arena& arena, std::span<const float> states,
                 std::size_t first, const SequenceScorer::ScoreSink& sink) {
    constexpr std::int64_t kItemsAtOnce = 1024;  // so few that oneDNN's copy of their vectors stays in the L2 cache
    const kernels::Parameter vectors = model.itemVectors(), bias = model.itemBias();
    const std::int64_t C = vectors.columns, width = vectors.rows;
    const kernels::Matrix scores = arena.matrix(static_cast<std::int64_t>(states.size()) / C, width);
    for (std::int64_t item = 0; item < width; item += kItemsAtOnce) {
        kernels::product({states.data(), C}, {vectors.value + item * C, C, /*transposed=*/true}, scores.data + item,
                         width, scores.rows, std::min(kItemsAtOnce, width - item), C);
    }
    if (bias) kernels::addToRows(scores, bias.value);
    for (std::int64_t i = 0; i < scores.rows; ++i)
        sink(first + static_cast<std::size_t>(i), {scores.row(i), static_cast<std::size_t>(width)});
}

}  // namespace

/// The packed model on the CPU: an arena and a model for each worker of the pool.
struct SequenceScorer::Packed {
    Packed(const SequenceModel& model, const TransformerConfig& config) : pool(at::get_num_threads()) {
        for (int i = 0; i < pool.count(); ++i) {
            arenas.emplace_back();
            models.emplace_back(config, model.traits(), parametersOf(model, nullptr));
        }
    }

    WorkerPool pool;
    std::vector<kernels::Arena> arenas;
    std::vector<kernels::PackedModel> models;
};

SequenceScorer::SequenceScorer(SequenceModel& model, const TransformerConfig& config, std::int32_t itemCount)
    : m_model(model),
      m_config(config),
      m_itemCount(itemCount),
      m_tokensAtOnce(static_cast<std::size_t>(microBatchTokensFor(model.device()))) {
    if (model.device().is_cpu() && kernels::PackedModel::supports(config))
        m_packed = std::make_unique<Packed>(model, config);
}

SequenceScorer::~SequenceScorer() = default;

torch::Tensor SequenceScorer::next(std::span<const std::span<const Token>> histories, const std::stop_token& stop) {
    torch::Tensor scores = torch::empty({static_cast<std::int64_t>(histories.size()), vocabularySize(m_itemCount)});
    float* const data = scores.data_ptr<float>();
    const auto sink = [&](std::size_t i, std::span<const float> row) {
        std::copy(row.begin(), row.end(), data + i * row.size());
    };
    forEach(histories, sink, stop);
    return scores;
}

void SequenceScorer::forEach(std::span<const std::span<const Token>> histories, const ScoreSink& sink,
                             const std::stop_token& stop) {
    throwIfStopped(stop);
    const torch::NoGradGuard noGrad;
    std::vector<std::vector<Token>> rows;
    for (const auto& history : histories)
        rows.push_back(predictionInput(m_model.task(), history, m_config.maxLength, m_itemCount, oldestItem(m_config)));
    if (m_packed) {
        forEachPacked(rows, sink, stop);
        throwIfStopped(stop);
        return;
    }
    for (std::size_t first = 0; first < rows.size();) {
        throwIfStopped(stop);
        const std::size_t count = rowsAtOnce(std::span(rows).subspan(first), m_tokensAtOnce);
        const torch::Tensor scores = scoresOrNothing(std::span(rows).subspan(first, count));
        if (!scores.defined()) continue;  // retry with fewer rows
        const auto width = static_cast<std::size_t>(scores.size(1));
        for (std::size_t i = 0; i < count; ++i) sink(first + i, {scores.data_ptr<float>() + i * width, width});
        first += count;
    }
}

/// Returns the scores of rows that LibTorch processes in one pass; undefined if they did not fit into a GPU's memory.
torch::Tensor SequenceScorer::scoresOrNothing(std::span<const std::vector<Token>> rows) {
    std::optional<DeviceFailure> failure;
    try {
        return torchScores(m_model, rows, m_model.device());
    } catch (const std::exception& error) {
        failure = deviceFailureOf(error);
        if (!failure || failure->kind != DeviceFailureKind::OutOfMemory) throw;
    }
    releaseGpuMemory();
    if (rows.size() == 1) throw oneHistoryTooLarge(*failure, freeGpuMemory());
    std::size_t longest = 1;
    for (const auto& row : rows) longest = std::max(longest, row.size());
    m_tokensAtOnce = rows.size() / 2 * longest;
    return {};
}

void SequenceScorer::forEachPacked(std::span<const std::vector<Token>> rows, const ScoreSink& sink,
                                   const std::stop_token& stop) {
    const std::vector<std::size_t> begins = groupsOf(rows, vocabularySize(m_itemCount), m_packed->pool.count());
    std::atomic<std::size_t> next = 0;  // the first group that no worker has taken
    m_packed->pool.run([&](int worker) {
        kernels::useOneThread();
        kernels::Arena& arena = m_packed->arenas[static_cast<std::size_t>(worker)];
        kernels::PackedModel& model = m_packed->models[static_cast<std::size_t>(worker)];
        for (std::size_t group = next++; group + 1 < begins.size(); group = next++) {
            std::vector<float> states;  // (rows, C)
            for (std::size_t row = begins[group]; row < begins[group + 1];) {
                if (stop.stop_requested()) return;
                arena.reset();
                kernels::PackedRows packed;
                for (; row < begins[group + 1] && packed.tokens.size() < kTokensAtOnce; ++row) {
                    const std::int32_t scored = scoredPosition(rows[row]);
                    packed.add(rows[row], {&scored, 1});
                }
                kernels::Tape tape(arena, /*recordsGradients=*/false);
                const kernels::Matrix computed = model.outputStates(tape, packed, nullptr).value;  // (b, C)
                states.insert(states.end(), computed.data, computed.data + computed.size());
            }
            scoreStates(model, arena, states, begins[group], sink);
        }
    });
}

}  // namespace recscope
