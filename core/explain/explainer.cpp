// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/batch/inputs.h"
#include "core/explain/removal_test.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/device.h"
#include "core/train/fast_path.h"
#include "core/train/weights.h"
#include "core/util/error.h"

namespace recscope {

namespace {

std::span<const float> floats(const torch::Tensor& tensor) {
    return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

/// (B, V + 2) logits with what their softmax over the items needs.
ScoreTable tableOf(const torch::Tensor& logits, std::int32_t itemCount) {
    const torch::Tensor scores = logits.contiguous();
    const torch::Tensor sums = scores.slice(1, kFirstItemToken, kFirstItemToken + itemCount)
                                   .logsumexp(/*dim=*/1)
                                   .to(torch::kDouble)
                                   .contiguous();  // (B)
    ScoreTable table;
    table.itemCount = itemCount;
    table.values.assign(floats(scores).begin(), floats(scores).end());
    table.logSums.assign(sums.data_ptr<double>(), sums.data_ptr<double>() + sums.numel());
    return table;
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

struct Explainer::Impl {
    RunRecord run;
    LoadedModel loaded;
    std::int32_t itemCount = 0;
    std::unique_ptr<Scorer> scorer;  ///< made when first asked for: it has threads

    SequenceModel& model() const { return *loaded.model; }
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

Explainer Explainer::copyOf(const SequenceModel& model, const RunRecord& run, std::int32_t itemCount) {
    auto impl = std::make_unique<Impl>();
    impl->run = run;
    impl->itemCount = itemCount;
    impl->loaded.config = RunConfig::fromJson(run.config);
    impl->loaded.model = makeModel(impl->loaded.config, itemCount);
    loadWeights(*impl->loaded.model, weightsOf(model, impl->loaded.config));
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

std::int32_t Explainer::firstRead(std::size_t historyLength) const {
    const std::size_t room = static_cast<std::size_t>(config().maxLength) - (isBidirectional() ? 1 : 0);
    return static_cast<std::int32_t>(historyLength - std::min(room, historyLength));
}

void Explainer::requireItems(std::span<const Token> history) const {
    for (const Token token : history) {
        if (!isItem(token, itemCount())) {
            throw Error(ErrorKind::Input,
                        "The history holds a token that is not an item: " + std::to_string(token) + ".",
                        "Tokens run from 1 to " + std::to_string(itemCount()) + ".");
        }
    }
}

Explanation Explainer::explain(std::span<const Token> history, std::int32_t topK, std::optional<Token> truth) const {
    const torch::NoGradGuard noGrad;
    const OneThread alone;
    requireItems(history);
    if (truth) requireItems({&*truth, 1});
    if (history.empty() && !isBidirectional()) {
        throw Error(ErrorKind::Input, "The history is empty: " + m_impl->run.name + " has nothing to read.",
                    "Give it at least one item.");
    }
    SequenceModel& model = m_impl->model();
    Explanation explanation;
    explanation.history.assign(history.begin(), history.end());
    explanation.positions = predictionInput(model.task(), history, config().maxLength, itemCount());
    explanation.firstPosition = firstRead(history.size());

    std::vector<torch::Tensor> attention;
    const torch::Tensor tokens = paddedTokens({&explanation.positions, 1});  // (1, T)
    const torch::Tensor states =
        model.states(tokens, ForwardPass{.dropout = nullptr, .attention = &attention});  // (1, T, C)
    const ScoreTable scores = tableOf(model.logits(states.select(1, -1)), itemCount());  // of one history
    explanation.attention = mapsOf(attention);

    const auto removed = m_impl->run.protocol.seen == SeenItems::Removed ? history : std::span<const Token>();
    explanation.recommendations = scores.best(0, removed, topK);
    if (truth) {
        const UserRank place = rankAmongAll(scores.row(0), *truth, removed);
        explanation.heldOut = HeldOut{.token = *truth,
                                      .rank = place.rank,
                                      .score = scores.row(0)[static_cast<std::size_t>(*truth)],
                                      .probability = static_cast<float>(std::exp(scores.logProbability(0, *truth)))};
    }
    return explanation;
}

std::vector<Guess> Explainer::fillIn(std::span<const Token> history, std::span<const std::int32_t> positions,
                                     std::int32_t topK) const {
    const torch::NoGradGuard noGrad;
    const OneThread alone;
    requireItems(history);
    std::vector<Token> covered(history.begin(), history.end());
    for (const std::int32_t position : positions) covered.at(static_cast<std::size_t>(position)) = kBlankItem;
    std::vector<Guess> guesses;
    std::vector<std::size_t> answered;  // index in `guesses` of each row of scores
    for (const std::int32_t position : positions) guesses.push_back({.position = position, .top = {}});
    ScoreTable table;
    if (isBidirectional()) {
        const std::size_t reads = std::min(history.size(), static_cast<std::size_t>(config().maxLength));
        const auto first = static_cast<std::int32_t>(history.size() - reads);
        std::vector<Token> tokens(covered.end() - static_cast<std::ptrdiff_t>(reads), covered.end());
        std::replace(tokens.begin(), tokens.end(), kBlankItem, maskToken(itemCount()));
        std::vector<std::int64_t> rows;
        for (std::size_t i = 0; i < guesses.size(); ++i) {
            if (positions[i] < first) continue;
            answered.push_back(i);
            rows.push_back(positions[i] - first);
        }
        if (rows.empty()) return guesses;
        SequenceModel& model = m_impl->model();
        const torch::Tensor states = model.states(paddedTokens({&tokens, 1}), ForwardPass{})[0];  // (T, C)
        table = tableOf(model.logits(states.index_select(0, torch::tensor(rows))), itemCount());
    } else {
        // A causal model answers for a position from what stands before it.
        std::vector<std::vector<Token>> before;
        for (std::size_t i = 0; i < guesses.size(); ++i) {
            std::vector<Token> read(covered.begin(), covered.begin() + positions[i]);
            if (std::all_of(read.begin() + firstRead(read.size()), read.end(),
                            [](Token token) { return token == kBlankItem; }))
                continue;
            answered.push_back(i);
            before.push_back(std::move(read));
        }
        table = scores(before);
    }
    for (std::size_t row = 0; row < answered.size(); ++row) {
        Guess& guess = guesses[answered[row]];
        const Token truth = history[static_cast<std::size_t>(guess.position)];
        guess.top = table.best(row, {}, topK);
        guess.truthRank = rankAmongAll(table.row(row), truth, {}).rank;
        guess.truthProbability = static_cast<float>(std::exp(table.logProbability(row, truth)));
    }
    return guesses;
}

ScoreTable Explainer::scores(std::span<const std::vector<Token>> histories, const std::stop_token& stop) const {
    const torch::NoGradGuard noGrad;
    if (histories.empty()) return tableOf(torch::empty({0, vocabularySize(itemCount())}), itemCount());
    if (!m_impl->scorer) m_impl->scorer = std::make_unique<Scorer>(m_impl->model(), config(), itemCount(), torch::kCPU);
    const auto shown = [&](Token token) { return isItem(token, itemCount()); };
    std::vector<std::vector<Token>> filled;
    for (const std::vector<Token>& history : histories) {
        if (!std::all_of(history.begin(), history.end(), [&](Token t) { return t == kBlankItem || shown(t); }))
            requireItems(history);
        const auto first = history.begin() + firstRead(history.size());
        if (!isBidirectional() && std::none_of(first, history.end(), shown)) {
            throw Error(ErrorKind::Input, "The history is empty: " + m_impl->run.name + " has nothing to read.",
                        "Leave it at least one item.");
        }
        filled.push_back(history);
        if (isBidirectional())
            std::replace(filled.back().begin(), filled.back().end(), kBlankItem, maskToken(itemCount()));
    }
    return tableOf(m_impl->scorer->next(std::vector<std::span<const Token>>(filled.begin(), filled.end()), stop),
                   itemCount());
}

Explainer Explainer::withoutHeads(std::span<const HeadId> heads) const {
    const torch::NoGradGuard noGrad;
    Explainer gated = copyOf(m_impl->model(), m_impl->run, itemCount());
    auto parameters = gated.m_impl->model().named_parameters();
    const std::int64_t width = config().dim / config().heads;  // columns of a head
    for (const HeadId head : heads) {
        if (head.layer < 0 || head.layer >= config().layers || head.head < 0 || head.head >= config().heads) {
            throw Error(ErrorKind::Usage, "There is no " + headName(head) + " in " + m_impl->run.name + ".",
                        fmt::format("It has {} layers of {} heads.", config().layers, config().heads));
        }
        parameters[fmt::format("layers.{}.attention.output.weight", head.layer)]
            .slice(/*dim=*/1, head.head * width, (head.head + 1) * width)
            .zero_();
    }
    return gated;
}

std::vector<float> Explainer::itemVectors() const {
    const torch::NoGradGuard noGrad;
    const torch::Tensor vectors =
        m_impl->model().itemVectors().slice(0, kFirstItemToken, kFirstItemToken + itemCount()).contiguous();
    return {floats(vectors).begin(), floats(vectors).end()};
}

std::vector<RemovalEffect> Explainer::removalEffects(std::span<const Token> history, Token target) const {
    return removalTest(*this, history, target, RemovalKind::Closed).effects;
}

}  // namespace recscope
