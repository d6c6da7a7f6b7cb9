// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explainer.h"

#include <algorithm>
#include <numeric>

#include "core/batch/inputs.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/device.h"
#include "core/train/fast_path.h"
#include "core/train/loss.h"
#include "core/train/weights.h"
#include "core/util/error.h"

namespace recscope {

namespace {

constexpr std::size_t kRemovalsAtOnce = 64;

std::span<const float> floats(const torch::Tensor& tensor) {
    return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

/// The best `topK` tokens by score, `skip[token]` left out; equal scores in token order.
std::vector<Recommendation> bestTokens(std::span<const float> scores, std::span<const float> probabilities,
                                       const std::vector<bool>& skip, std::int32_t topK) {
    std::vector<Token> tokens;
    for (Token token = kFirstItemToken; token + 1 < static_cast<Token>(scores.size()); ++token) {
        if (!skip[static_cast<std::size_t>(token)]) tokens.push_back(token);
    }
    const auto count = std::min(tokens.size(), static_cast<std::size_t>(std::max(topK, 0)));
    const auto better = [&](Token a, Token b) {
        const float x = scores[static_cast<std::size_t>(a)], y = scores[static_cast<std::size_t>(b)];
        return x != y ? x > y : a < b;
    };
    std::partial_sort(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(count), tokens.end(), better);
    std::vector<Recommendation> best;
    for (std::size_t i = 0; i < count; ++i) {
        const Token token = tokens[i];
        best.push_back({.token = token,
                        .score = scores[static_cast<std::size_t>(token)],
                        .probability = probabilities[static_cast<std::size_t>(token - kFirstItemToken)],
                        .rank = static_cast<std::int32_t>(i) + 1});
    }
    return best;
}

AttentionMaps mapsOf(const std::vector<torch::Tensor>& layers) {
    AttentionMaps maps;
    maps.layers = static_cast<std::int32_t>(layers.size());
    for (const torch::Tensor& layer : layers) {
        const torch::Tensor weights = layer[0].contiguous();  // (H, T, T) of the only history
        maps.heads = static_cast<std::int32_t>(weights.size(0));
        maps.size = static_cast<std::int32_t>(weights.size(1));
        const auto values = floats(weights);
        maps.weights.insert(maps.weights.end(), values.begin(), values.end());
    }
    return maps;
}

}  // namespace

float AttentionMaps::at(std::int32_t layer, std::int32_t head, std::int32_t row, std::int32_t column) const {
    return map(layer,
               head)[static_cast<std::size_t>(row) * static_cast<std::size_t>(size) + static_cast<std::size_t>(column)];
}

std::span<const float> AttentionMaps::map(std::int32_t layer, std::int32_t head) const {
    const auto area = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    return std::span<const float>(weights).subspan(static_cast<std::size_t>(layer * heads + head) * area, area);
}

struct Explainer::Impl {
    RunRecord run;
    LoadedModel loaded;
    std::int32_t itemCount = 0;

    SequenceModel& model() const { return *loaded.model; }

    void requireItems(std::span<const Token> history) const {
        for (const Token token : history) {
            if (!isItem(token, itemCount)) {
                throw Error(ErrorKind::Input,
                            "The history holds a token that is no item: " + std::to_string(token) + ".",
                            "Tokens run from 1 to " + std::to_string(itemCount) + ".");
            }
        }
    }
};

Explainer::Explainer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;
Explainer::~Explainer() = default;

Explainer Explainer::load(Workspace& workspace, RunId runId) {
    auto impl = std::make_unique<Impl>();
    openDevice(DeviceChoice::Cpu);
    impl->run = RunStore(workspace).byId(runId);
    impl->itemCount = static_cast<std::int32_t>(DatasetStore(workspace).byId(impl->run.dataset).items);
    impl->loaded = loadBestModel(workspace, impl->run, impl->itemCount);
    return Explainer(std::move(impl));
}

const RunRecord& Explainer::run() const {
    return m_impl->run;
}

const RunConfig& Explainer::config() const {
    return m_impl->loaded.config;
}

std::int32_t Explainer::itemCount() const {
    return m_impl->itemCount;
}

bool Explainer::isBidirectional() const {
    return m_impl->model().task() == Task::Cloze;
}

Explanation Explainer::explain(std::span<const Token> history, std::int32_t topK, std::optional<Token> truth) const {
    const torch::NoGradGuard noGrad;
    const OneThread alone;
    m_impl->requireItems(history);
    if (truth) m_impl->requireItems({&*truth, 1});
    if (history.empty() && !isBidirectional()) {
        throw Error(ErrorKind::Input, "The history is empty: " + m_impl->run.name + " has nothing to read.",
                    "Give it at least one item.");
    }
    SequenceModel& model = m_impl->model();
    Explanation explanation;
    explanation.history.assign(history.begin(), history.end());
    explanation.positions = predictionInput(model.task(), history, config().maxLength, itemCount());
    const std::size_t itemsRead = explanation.positions.size() - (isBidirectional() ? 1 : 0);
    explanation.firstPosition = static_cast<std::int32_t>(history.size() - itemsRead);

    std::vector<torch::Tensor> attention;
    const torch::Tensor tokens = paddedTokens({&explanation.positions, 1});  // (1, T)
    const torch::Tensor states =
        model.states(tokens, ForwardPass{.dropout = nullptr, .attention = &attention});  // (1, T, C)
    const torch::Tensor logits = model.logits(states.select(1, -1)).contiguous();        // (1, V + 2)
    const torch::Tensor probability = itemLogProbabilities(logits).exp().contiguous();   // (1, V)
    explanation.attention = mapsOf(attention);

    const auto scores = floats(logits), probabilities = floats(probability);
    const bool removesSeen = m_impl->run.protocol.seen == SeenItems::Removed;
    std::vector<bool> skip(scores.size(), false);
    if (removesSeen) {
        for (const Token token : history) skip[static_cast<std::size_t>(token)] = true;
    }
    explanation.recommendations = bestTokens(scores, probabilities, skip, topK);
    if (truth) {
        const UserRank place = rankAmongAll(scores, *truth, removesSeen ? history : std::span<const Token>());
        explanation.heldOut = HeldOut{.token = *truth,
                                      .rank = place.rank,
                                      .score = scores[static_cast<std::size_t>(*truth)],
                                      .probability = probabilities[static_cast<std::size_t>(*truth - kFirstItemToken)]};
    }
    return explanation;
}

std::vector<Guess> Explainer::fillIn(std::span<const Token> history, std::span<const std::int32_t> positions,
                                     std::int32_t topK) const {
    const torch::NoGradGuard noGrad;
    const OneThread alone;
    m_impl->requireItems(history);
    SequenceModel& model = m_impl->model();
    const std::size_t reads = std::min(history.size(), static_cast<std::size_t>(config().maxLength));
    const auto first = static_cast<std::int32_t>(history.size() - reads);
    std::vector<Token> tokens(history.end() - static_cast<std::ptrdiff_t>(reads), history.end());
    if (isBidirectional()) {
        for (const std::int32_t position : positions) {
            if (position >= first) tokens.at(static_cast<std::size_t>(position - first)) = maskToken(itemCount());
        }
    }
    std::vector<Guess> guesses;
    if (tokens.empty()) return guesses;
    const torch::Tensor states = model.states(paddedTokens({&tokens, 1}), ForwardPass{})[0];  // (T, C)
    const std::vector<bool> nothing(static_cast<std::size_t>(vocabularySize(itemCount())), false);
    for (const std::int32_t position : positions) {
        Guess guess;
        guess.position = position;
        // A causal model answers for a place at the position before it.
        const std::int32_t row = position - first - (isBidirectional() ? 0 : 1);
        if (row >= 0) {
            const torch::Tensor logits = model.logits(states.slice(0, row, row + 1)).contiguous();  // (1, V + 2)
            const torch::Tensor probability = itemLogProbabilities(logits).exp().contiguous();      // (1, V)
            const Token truth = history[static_cast<std::size_t>(position)];
            guess.top = bestTokens(floats(logits), floats(probability), nothing, topK);
            guess.truthRank = rankAmongAll(floats(logits), truth, {}).rank;
            guess.truthProbability = floats(probability)[static_cast<std::size_t>(truth - kFirstItemToken)];
        }
        guesses.push_back(std::move(guess));
    }
    return guesses;
}

std::vector<RemovalEffect> Explainer::removalEffects(std::span<const Token> history, Token target) const {
    m_impl->requireItems(history);
    m_impl->requireItems({&target, 1});
    Scorer scorer(m_impl->model(), config(), itemCount(), torch::kCPU);
    const std::size_t room = static_cast<std::size_t>(config().maxLength) - (isBidirectional() ? 1 : 0);
    const std::size_t first = history.size() - std::min(room, history.size());
    std::vector<RemovalEffect> effects;
    if (history.empty() || (history.size() == 1 && !isBidirectional())) return effects;

    std::vector<std::vector<Token>> variants = {
        {history.begin(), history.end()}};  // nothing removed, then each in turn
    for (std::size_t removed = first; removed < history.size(); ++removed) {
        std::vector<Token> variant(history.begin(), history.end());
        variant.erase(variant.begin() + static_cast<std::ptrdiff_t>(removed));
        variants.push_back(std::move(variant));
    }
    std::vector<float> logProbabilities;
    for (std::size_t begin = 0; begin < variants.size(); begin += kRemovalsAtOnce) {
        const std::size_t end = std::min(begin + kRemovalsAtOnce, variants.size());
        const std::vector<std::span<const Token>> rows(variants.begin() + static_cast<std::ptrdiff_t>(begin),
                                                       variants.begin() + static_cast<std::ptrdiff_t>(end));
        const torch::Tensor scores = scorer.next(rows);  // (B, V + 2)
        const torch::Tensor column =
            itemLogProbabilities(scores).select(1, target - kFirstItemToken).contiguous();  // (B)
        const auto values = floats(column);
        logProbabilities.insert(logProbabilities.end(), values.begin(), values.end());
    }
    for (std::size_t i = 1; i < variants.size(); ++i) {
        effects.push_back({.position = static_cast<std::int32_t>(first + i - 1),
                           .effect = logProbabilities[0] - logProbabilities[i]});
    }
    return effects;
}

}  // namespace recscope
