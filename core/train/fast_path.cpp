// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/fast_path.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/batch/inputs.h"
#include "core/fast/packed_loss.h"
#include "core/fast/product.h"
#include "core/util/progress.h"
#include "core/util/worker_pool.h"

namespace recscope {

namespace {

constexpr std::int64_t kAlignment = 16;  // floats: parameters begin on cache lines

std::int64_t padded(std::int64_t count) {
    return (count + kAlignment - 1) / kAlignment * kAlignment;
}

/// How many floats the gradients of all parameters take.
std::int64_t gradientCount(const SequenceModel& model) {
    std::int64_t count = 0;
    for (const torch::Tensor& parameter : model.parameters()) count += padded(parameter.numel());
    return count;
}

/// The model's tensors as core/fast sees them, with their gradients one after the other from `gradients` (or none).
fast::Parameters parametersOf(const SequenceModel& model, float* gradients) {
    fast::Parameters parameters;
    for (const auto& entry : model.named_parameters()) {
        const torch::Tensor& tensor = entry.value();
        parameters[entry.key()] = {.value = tensor.data_ptr<float>(),
                                   .gradient = gradients,
                                   .rows = tensor.size(0),
                                   .columns = tensor.dim() > 1 ? tensor.size(1) : 1};
        if (gradients != nullptr) gradients += padded(tensor.numel());
    }
    return parameters;
}

/// A slice's rows without their padding, and what is to be predicted there.
struct PackedSlice {
    explicit PackedSlice(const BatchSlice& slice);
    fast::PackedRows rows;
    fast::PackedTargets targets;
};

PackedSlice::PackedSlice(const BatchSlice& slice) {
    const std::int64_t B = slice.tokens.size(0), T = slice.tokens.size(1), M = slice.positions.size(0);
    const std::int64_t* const tokens = slice.tokens.data_ptr<std::int64_t>();
    const std::int64_t* const positions = slice.positions.data_ptr<std::int64_t>();
    std::vector<std::int64_t> scored(positions, positions + M);
    std::sort(scored.begin(), scored.end());
    scored.erase(std::unique(scored.begin(), scored.end()), scored.end());
    auto next = scored.begin();
    for (std::int64_t b = 0; b < B; ++b) {
        const std::int64_t* const row = tokens + b * T;
        const std::int64_t first = std::find_if(row, row + T, [](auto t) { return t != kPadToken; }) - row;
        const std::vector<Token> history(row + first, row + T);
        std::vector<std::int32_t> places;
        for (; next != scored.end() && *next < (b + 1) * T; ++next)
            places.push_back(static_cast<std::int32_t>(*next - b * T - first));
        rows.add(history, places);
    }
    for (std::int64_t m = 0; m < M; ++m) {
        const auto found = std::lower_bound(scored.begin(), scored.end(), positions[m]);
        targets.rows.push_back(static_cast<std::int32_t>(found - scored.begin()));
    }
    const auto copied = [](const torch::Tensor& tensor) {
        const auto* const data = tensor.data_ptr<std::int64_t>();
        return std::vector<std::int64_t>(data, data + tensor.numel());
    };
    targets.targets = copied(slice.targets);
    if (slice.negatives.defined()) targets.negatives = copied(slice.negatives);
    if (slice.excluded.defined()) {
        const bool* const excluded = slice.excluded.data_ptr<bool>();
        targets.excluded.assign(excluded, excluded + slice.excluded.numel());
    }
}

/// About what a slice costs: its tokens, and each pair of them in the attention.
double costOf(const BatchSlice& slice, const RunConfig& config) {
    const auto B = static_cast<double>(slice.tokens.size(0)), T = static_cast<double>(slice.tokens.size(1));
    return B * T * (12 * static_cast<double>(config.dim) + 2 * T);
}

/// For each worker its slices: the costliest first, each to the worker with least to do.
std::vector<std::vector<std::size_t>> shareOut(const TrainingBatch& batch, const RunConfig& config, int workers) {
    std::vector<std::size_t> order(batch.slices.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return costOf(batch.slices[a], config) > costOf(batch.slices[b], config);
    });
    std::vector<std::vector<std::size_t>> shares(static_cast<std::size_t>(workers));
    std::vector<double> loads(shares.size(), 0);
    for (const std::size_t slice : order) {
        const auto least = static_cast<std::size_t>(std::min_element(loads.begin(), loads.end()) - loads.begin());
        shares[least].push_back(slice);
        loads[least] += costOf(batch.slices[slice], config);
    }
    return shares;
}

/// The place that answers: the newest one that is not hidden.
std::int32_t answeringPlace(std::span<const Token> row) {
    auto place = static_cast<std::int32_t>(row.size()) - 1;
    while (place > 0 && row[static_cast<std::size_t>(place)] == kPadToken) --place;
    return place;
}

/// What `PackedRows` makes of PAD within a row, for LibTorch: (B, V + 2).
torch::Tensor plainScores(SequenceModel& model, std::vector<std::vector<Token>> rows, const torch::Device& device) {
    std::size_t longest = 1;
    for (const auto& row : rows) longest = std::max(longest, row.size());
    const auto B = static_cast<std::int64_t>(rows.size()), T = static_cast<std::int64_t>(longest);
    torch::Tensor hidden = torch::zeros({B, T}, torch::kBool);
    bool hidesAny = false;
    torch::Tensor answering = torch::empty({B}, torch::kLong);  // rows of the (B T, C) states
    bool* const hides = hidden.data_ptr<bool>();
    std::int64_t* const answers = answering.data_ptr<std::int64_t>();
    for (std::int64_t b = 0; b < B; ++b) {
        std::vector<Token>& row = rows[static_cast<std::size_t>(b)];
        const std::int64_t padding = T - static_cast<std::int64_t>(row.size());
        answers[b] = b * T + padding + answeringPlace(row);
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i] != kPadToken) continue;
            hides[b * T + padding + static_cast<std::int64_t>(i)] = true;
            hidesAny = true;
            row[i] = kFirstItemToken;  // any item: nobody sees it, but its place counts
        }
    }
    ForwardPass pass;
    if (hidesAny) pass.hidden = hidden.to(device);
    const torch::Tensor states = model.states(paddedTokens(rows).to(device), pass);  // (B, T, C)
    return model.logits(states.flatten(0, 1).index_select(0, answering.to(device))).to(torch::kCPU).contiguous();
}

/// Each worker computes alone, for good: no thread waits for another within a product.
void beOneThread() {
    omp_set_num_threads(1);
}

}  // namespace

bool hasFastPath(const RunConfig& config, const torch::Device& device) {
    return device.is_cpu() && fast::PackedModel::supports(config);
}

struct FastGradients::Worker {
    Worker(const SequenceModel& model, const RunConfig& config)
        : gradient(torch::zeros({gradientCount(model)})),
          packed(config, model.traits(), parametersOf(model, gradient.data_ptr<float>())) {}

    torch::Tensor gradient;
    fast::Arena arena;
    fast::PackedModel packed;
    double loss = 0, squares = 0;
};

FastGradients::FastGradients(SequenceModel& model, const RunConfig& config, int threads)
    : m_model(model),
      m_config(config),
      m_gradient(torch::zeros({gradientCount(model)})),
      m_pool(std::make_unique<WorkerPool>(threads)) {
    for (int i = 0; i < m_pool->count(); ++i) m_workers.push_back(std::make_unique<Worker>(model, config));
    std::int64_t begin = 0;
    for (torch::Tensor& parameter : m_model.parameters()) {
        parameter.mutable_grad() = m_gradient.slice(0, begin, begin + parameter.numel()).view(parameter.sizes());
        begin += padded(parameter.numel());
    }
}

FastGradients::~FastGradients() = default;

std::optional<FastGradients::Result> FastGradients::compute(const TrainingBatch& batch,
                                                            std::span<const std::uint64_t> dropoutSeeds,
                                                            const std::stop_token& stop) {
    const auto shares = shareOut(batch, m_config, m_pool->count());
    std::atomic<bool> stopped = false;
    m_pool->run([&](int index) {
        beOneThread();
        Worker& worker = *m_workers[static_cast<std::size_t>(index)];
        const fast::ProductPrecision precision(m_config.matmulPrecision == "medium" && fast::hasBFloat16()
                                                   ? fast::Precision::BFloat16
                                                   : fast::Precision::Float32);
        worker.loss = 0;
        for (const std::size_t i : shares[static_cast<std::size_t>(index)]) {
            if (stop.stop_requested()) stopped = true;
            if (stopped) return;
            worker.arena.reset();
            const PackedSlice slice(batch.slices[i]);
            const double share = static_cast<double>(slice.targets.targets.size()) / static_cast<double>(batch.scored);
            std::optional<fast::DropoutKeys> dropout;
            if (!dropoutSeeds.empty()) dropout.emplace(dropoutSeeds[i]);
            fast::Tape tape(worker.arena, /*learns=*/true);
            fast::Variable& states = worker.packed.outputStates(tape, slice.rows, dropout ? &*dropout : nullptr);
            worker.loss += share * packedLoss(tape, worker.packed, m_config, states, slice.targets, share);
            tape.backward();
        }
    });
    std::vector<float*> parts;
    for (const auto& worker : m_workers) parts.push_back(worker->gradient.data_ptr<float>());
    const std::int64_t count = m_gradient.numel();
    const std::int64_t part = padded((count + m_pool->count() - 1) / m_pool->count());
    m_pool->run([&](int index) {
        const std::int64_t begin = std::min(index * part, count), end = std::min(begin + part, count);
        std::vector<float*> here = parts;
        for (float*& from : here) from += begin;
        m_workers[static_cast<std::size_t>(index)]->squares =
            fast::sumAndClear(here, m_gradient.data_ptr<float>() + begin, end - begin);
    });
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

namespace {

constexpr std::size_t kTokensAtOnce = 512;  // what a pass makes of them stays in the second cache

/// Where groups of rows begin that are scored together, and where the last one ends: enough states to be worth reading
/// all item vectors, several groups for each worker, few enough scores to take 32 MB. It is not left to chance who
/// stands with whom, because a sum's last bits depend on it.
std::vector<std::size_t> groupsOf(std::span<const std::vector<Token>> rows, std::int64_t width, int workers) {
    constexpr std::size_t kMost = 128, kScores = 1 << 23, kGroupsPerWorker = 8;
    const std::size_t most = std::clamp<std::size_t>(kScores / static_cast<std::size_t>(width), 1, kMost);
    const std::size_t wanted =
        std::clamp<std::size_t>(rows.size() / (kGroupsPerWorker * static_cast<std::size_t>(workers)), 1, most);
    std::vector<std::size_t> begins = {0};
    for (std::size_t row = 0; row < rows.size();) {
        std::size_t tokens = 0;
        for (std::size_t count = 0; row < rows.size() && count < most; ++count, ++row) {
            if (count >= wanted && tokens >= kTokensAtOnce) break;
            tokens += rows[row].size();
        }
        begins.push_back(row);
    }
    return begins;
}

/// Gives `take` the scores of states (b, C) against all items; `first` is the index of their first row.
void scoreStates(const fast::PackedModel& model, fast::Arena& arena, std::span<const float> states, std::size_t first,
                 const Scorer::Take& take) {
    constexpr std::int64_t kItemsAtOnce = 1024;  // what oneDNN makes of their vectors stays in the second cache
    const fast::Parameter vectors = model.itemVectors(), bias = model.itemBias();
    const std::int64_t C = vectors.columns, width = vectors.rows;
    const fast::Matrix scores = arena.matrix(static_cast<std::int64_t>(states.size()) / C, width);
    for (std::int64_t item = 0; item < width; item += kItemsAtOnce) {
        fast::product({states.data(), C}, {vectors.value + item * C, C, /*transposed=*/true}, scores.data + item, width,
                      scores.rows, std::min(kItemsAtOnce, width - item), C);
    }
    if (bias) fast::addToRows(scores, bias.value);
    for (std::int64_t i = 0; i < scores.rows; ++i)
        take(first + static_cast<std::size_t>(i), {scores.row(i), static_cast<std::size_t>(width)});
}

}  // namespace

struct Scorer::Fast {
    Fast(const SequenceModel& model, const RunConfig& config) : pool(at::get_num_threads()) {
        for (int i = 0; i < pool.count(); ++i) {
            arenas.emplace_back();
            models.emplace_back(config, model.traits(), parametersOf(model, nullptr));
        }
    }

    WorkerPool pool;
    std::vector<fast::Arena> arenas;
    std::vector<fast::PackedModel> models;
};

Scorer::Scorer(SequenceModel& model, const RunConfig& config, std::int32_t itemCount, const torch::Device& device)
    : m_model(model), m_config(config), m_itemCount(itemCount), m_device(device) {
    if (hasFastPath(config, device)) m_fast = std::make_unique<Fast>(model, config);
}

Scorer::~Scorer() = default;

torch::Tensor Scorer::next(std::span<const std::span<const Token>> histories, const std::stop_token& stop) {
    torch::Tensor scores = torch::empty({static_cast<std::int64_t>(histories.size()), vocabularySize(m_itemCount)});
    float* const data = scores.data_ptr<float>();
    const auto take = [&](std::size_t i, std::span<const float> row) {
        std::copy(row.begin(), row.end(), data + i * row.size());
    };
    forEach(histories, take, stop);
    return scores;
}

void Scorer::forEach(std::span<const std::span<const Token>> histories, const Take& take, const std::stop_token& stop) {
    throwIfStopped(stop);
    const torch::NoGradGuard noGrad;
    std::vector<std::vector<Token>> rows;
    for (const auto& history : histories)
        rows.push_back(predictionInput(m_model.task(), history, m_config.maxLength, m_itemCount));
    if (m_fast) {
        forEachFast(rows, take, stop);
        throwIfStopped(stop);
        return;
    }
    const std::size_t count = rows.size();
    const torch::Tensor scores = plainScores(m_model, std::move(rows), m_device);
    const auto width = static_cast<std::size_t>(scores.size(1));
    for (std::size_t i = 0; i < count; ++i) take(i, {scores.data_ptr<float>() + i * width, width});
}

void Scorer::forEachFast(std::span<const std::vector<Token>> rows, const Take& take, const std::stop_token& stop) {
    const std::vector<std::size_t> begins = groupsOf(rows, vocabularySize(m_itemCount), m_fast->pool.count());
    std::atomic<std::size_t> next = 0;  // the first group nobody has taken
    m_fast->pool.run([&](int worker) {
        beOneThread();
        fast::Arena& arena = m_fast->arenas[static_cast<std::size_t>(worker)];
        fast::PackedModel& model = m_fast->models[static_cast<std::size_t>(worker)];
        for (std::size_t group = next++; group + 1 < begins.size(); group = next++) {
            std::vector<float> states;  // (rows, C)
            for (std::size_t row = begins[group]; row < begins[group + 1];) {
                if (stop.stop_requested()) return;
                arena.reset();
                fast::PackedRows packed;
                for (; row < begins[group + 1] && packed.tokens.size() < kTokensAtOnce; ++row) {
                    const std::int32_t asked = answeringPlace(rows[row]);
                    packed.add(rows[row], {&asked, 1});
                }
                fast::Tape tape(arena, /*learns=*/false);
                const fast::Matrix added = model.outputStates(tape, packed, nullptr).value;  // (b, C)
                states.insert(states.end(), added.data, added.data + added.size());
            }
            scoreStates(model, arena, states, begins[group], take);
        }
    });
}

}  // namespace recscope
