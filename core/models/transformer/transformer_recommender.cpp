// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/transformer_recommender.h"

#include <fmt/format.h>

#include <torch/utils.h>
#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/batch/inputs.h"
#include "core/models/minibatch/random_tensors.h"
#include "core/models/transformer/head_trace.h"
#include "core/models/transformer/packed_model.h"
#include "core/models/transformer/transformer.h"
#include "core/models/transformer/transformer_config.h"
#include "core/models/transformer/transformer_training_module.h"
#include "core/recommender/device.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/one_thread.h"
#include "core/recommender/safetensors.h"
#include "core/util/error.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// Draws from the standard normal distribution until a value lies within two standard deviations.
double truncatedNormal(Random& random) {
    for (;;)
        if (const double value = standardNormal(random); std::abs(value) <= 2) return value;
}

/// Draws the initial weights; each tensor has its own random stream of the seed.
void initialiseWeights(SequenceModel& model, std::uint64_t seed) {
    constexpr double kDeviation = 0.02;
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    torch::NoGradGuard noGrad;
    std::uint64_t index = 0;
    for (auto& parameter : model.named_parameters()) {
        Random random({seed, kInitialWeightsStream, index++});
        torch::Tensor& values = parameter.value();
        if (values.dim() < 2) {
            values.fill_(parameter.key().find("norm.weight") != std::string::npos ? 1 : 0);
            continue;
        }
        const double limit = std::sqrt(6.0 / static_cast<double>(values.size(0) + values.size(1)));
        float* data = values.data_ptr<float>();
        for (std::int64_t i = 0; i < values.numel(); ++i) {
            data[i] = static_cast<float>(model.traits().initialisation == Initialisation::TruncatedNormal
                                             ? kDeviation * truncatedNormal(random)
                                             : limit * (2 * random.uniform() - 1));
        }
    }
}

std::string shapeText(const torch::Tensor& tensor) {
    std::ostringstream text;
    text << tensor.sizes();
    return text.str();
}

std::vector<float> floats(const torch::Tensor& tensor) {
    const torch::Tensor values = tensor.to(torch::kCPU).contiguous();
    return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

AttentionMaps mapsOf(const std::vector<torch::Tensor>& layers) {
    AttentionMaps maps;
    maps.layers = static_cast<std::int32_t>(layers.size());
    for (const torch::Tensor& layer : layers) {
        const torch::Tensor weights = layer[0];  // (H, T, T) of the only history
        maps.heads = static_cast<std::int32_t>(weights.size(0));
        maps.size = static_cast<std::int32_t>(weights.size(1));
        const std::vector<float> values = floats(weights);
        maps.weights.insert(maps.weights.end(), values.begin(), values.end());
    }
    return maps;
}

}  // namespace

Capabilities transformerCapabilities(const RunConfig& config, const TransformerTraits& traits) {
    const TransformerConfig& transformer = transformerOf(config);
    const bool isCloze = traits.task == Task::Cloze;
    return {.attention = AttentionKind::EveryPosition,
            .layers = transformer.layers,
            .heads = transformer.heads,
            .usesBidirectionalAttention = transformer.attentionMask == AttentionMask::Bidirectional,
            .maxLength = transformer.maxLength - (isCloze ? 1 : 0),
            .predictsMaskedItems = isCloze,
            .needsHistory = !isCloze,  // a Cloze model can read [MASK] alone
            .readsMask = isCloze,
            .supportsHeadSteps = true,
            .readsUser = false,
            .readsHistory = true,
            .readsOrder = true,
            .hasItemVectors = true,
            .trainsByGradientDescent = true,
            .trainsOnGpu = true,
            .answersOnGpu = true,
            .trainsDistributed = true};
}

TransformerRecommender::TransformerRecommender(const RunConfig& config, const TransformerTraits& traits,
                                               const ModelShape& shape, InitialWeights initialWeights)
    : m_config(config),
      m_traits(traits),
      m_shape(shape),
      m_model(makeTransformer(transformerOf(config), shape.itemCount, traits)) {
    if (initialWeights == InitialWeights::Random) initialiseWeights(*m_model, config.training.seed);
}

TransformerRecommender::~TransformerRecommender() = default;

Capabilities TransformerRecommender::capabilities() const {
    return transformerCapabilities(m_config, m_traits);
}

std::unique_ptr<TrainingModule> TransformerRecommender::makeTrainingModule(const RunConfig& config, Device device) {
    return std::make_unique<TransformerTrainingModule>(*this, config, device,
                                                       TransformerTrainingModule::Computation::OfDevice);
}

std::unique_ptr<Recommender> TransformerRecommender::copy() const {
    auto other = std::make_unique<TransformerRecommender>(m_config, m_traits, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

void TransformerRecommender::to(Device device) {
    m_scorer.reset();
    m_model->to(torchDevice(device));
}

void TransformerRecommender::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    if (!m_scorer) m_scorer = std::make_unique<SequenceScorer>(*m_model, transformerOf(m_config), m_shape.itemCount);
    std::vector<std::span<const Token>> histories;
    for (const Query& query : queries) histories.push_back(query.history);
    m_scorer->forEach(histories, sink, stop);
}

std::int64_t TransformerRecommender::maxItemsPerCall() const {
    constexpr std::int64_t kMicroBatches = 64;
    return kMicroBatches * microBatchTokensFor(m_model->device());
}

void TransformerRecommender::putWeights(SafeTensors& to) const {
    for (const auto& parameter : m_model->named_parameters()) to.tensors[parameter.key()] = parameter.value();
}

void TransformerRecommender::setWeights(const SafeTensors& weights) {
    const torch::NoGradGuard noGrad;
    for (auto& parameter : m_model->named_parameters()) {
        const auto found = weights.tensors.find(parameter.key());
        if (found == weights.tensors.end()) {
            throw Error(ErrorKind::Input, translated("The weights lack the tensor {}.", parameter.key()),
                        translated("They belong to another model or config."));
        }
        if (found->second.sizes() != parameter.value().sizes()) {
            throw Error(ErrorKind::Input,
                        translated("The tensor {} has shape {}, the model needs {}.", parameter.key(),
                                   shapeText(found->second), shapeText(parameter.value())),
                        translated("The weights belong to another config or dataset."));
        }
        parameter.value().copy_(found->second);
    }
}

std::vector<float> TransformerRecommender::itemVectors() const {
    const torch::NoGradGuard noGrad;
    return floats(m_model->itemVectors().slice(0, kFirstItemToken, kFirstItemToken + m_shape.itemCount));
}

std::vector<float> TransformerRecommender::itemOffsets() const {
    const torch::NoGradGuard noGrad;
    const torch::Tensor bias = m_model->itemBias();
    return bias.defined() ? floats(bias.slice(0, kFirstItemToken, kFirstItemToken + m_shape.itemCount))
                          : std::vector<float>();
}

AttentionResult TransformerRecommender::read(const Query& query) const {
    AttentionResult answer;
    const TransformerConfig& transformer = transformerOf(m_config);
    answer.positions = predictionInput(m_traits.task, query.history, transformer.maxLength, m_shape.itemCount,
                                       oldestItem(transformer));
    const auto read = static_cast<std::int64_t>(answer.positions.size()) - (m_traits.task == Task::Cloze ? 1 : 0);
    answer.firstPosition = static_cast<std::int32_t>(static_cast<std::int64_t>(query.history.size()) - read);
    return answer;
}

void TransformerRecommender::requireHead(HeadId head) const {
    const TransformerConfig& transformer = transformerOf(m_config);
    if (head.layer >= 0 && head.layer < transformer.layers && head.head >= 0 && head.head < transformer.heads) return;
    throw Error(ErrorKind::Usage, translated("There is no {} in this model.", headName(head)),
                translated("It has {} layers of {} heads.", transformer.layers, transformer.heads));
}

AttentionResult TransformerRecommender::attend(const Query& query, const std::stop_token& /*stop*/) {
    const torch::NoGradGuard noGrad;
    const OneThread oneThread;
    AttentionResult answer = read(query);
    std::vector<torch::Tensor> attention;
    const torch::Tensor tokens = paddedTokens({&answer.positions, 1}).to(m_model->device());  // (1, T)
    const torch::Tensor states =
        m_model->states(tokens, ForwardPass{.dropout = nullptr, .attention = &attention});  // (1, T, C)
    const torch::Tensor newest = states.select(1, -1);                                      // (1, C)
    answer.scores = floats(m_model->logits(newest));
    answer.state = floats(m_model->outputStates(newest));
    answer.maps = mapsOf(attention);
    return answer;
}

HeadSteps TransformerRecommender::headSteps(const Query& query, HeadId head, std::int32_t row) {
    const torch::NoGradGuard noGrad;
    const OneThread oneThread;
    requireHead(head);
    AttentionResult answer = read(query);
    if (row < 0 || row >= static_cast<std::int32_t>(answer.positions.size())) {
        throw Error(ErrorKind::Usage, translated("There is no position {} in what the model reads.", row + 1),
                    translated("It reads {} positions here.", answer.positions.size()));
    }
    std::vector<LayerTrace> layers;
    const torch::Tensor tokens = paddedTokens({&answer.positions, 1}).to(m_model->device());  // (1, T)
    m_model->states(tokens, ForwardPass{.layers = &layers});
    HeadSteps steps = headStepsOf(layers[static_cast<std::size_t>(head.layer)], *m_model, transformerOf(m_config),
                                  answer.positions, head, row);
    steps.firstPosition = answer.firstPosition;
    return steps;
}

std::unique_ptr<Recommender> TransformerRecommender::withoutHeads(std::span<const HeadId> heads) const {
    const torch::NoGradGuard noGrad;
    const TransformerConfig& transformer = transformerOf(m_config);
    auto other = std::make_unique<TransformerRecommender>(m_config, m_traits, m_shape, InitialWeights::Loaded);
    const auto ownParameters = m_model->named_parameters();
    auto parameters = other->model().named_parameters();
    // The copy shares all weights with this model, except for the matrices in which heads are removed.
    for (auto& parameter : parameters) parameter.value().set_data(ownParameters[parameter.key()]);
    const std::int64_t width = transformer.dim / transformer.heads;  // width of a head
    for (const HeadId head : heads) {
        requireHead(head);
        const std::string name = fmt::format("layers.{}.attention.output.weight", head.layer);
        torch::Tensor& output = parameters[name];  // (C, C)
        if (output.data_ptr() == ownParameters[name].data_ptr()) output.set_data(output.clone());
        output.slice(/*dim=*/1, head.head * width, (head.head + 1) * width).zero_();
    }
    return other;
}

std::vector<std::vector<float>> TransformerRecommender::fill(std::span<const Token> history,
                                                             std::span<const std::int32_t> positions) {
    const torch::NoGradGuard noGrad;
    const OneThread oneThread;
    const std::size_t reads = std::min(history.size(), static_cast<std::size_t>(transformerOf(m_config).maxLength));
    const auto first = static_cast<std::int32_t>(history.size() - reads);
    const auto newest = history.last(reads);
    std::vector<Token> tokens(newest.begin(), newest.end());
    std::replace(tokens.begin(), tokens.end(), kHiddenItem, maskToken(m_shape.itemCount));
    std::vector<std::vector<float>> scores(positions.size());
    if (tokens.empty()) return scores;
    std::vector<std::int64_t> rows;
    for (const std::int32_t position : positions)
        if (position >= first) rows.push_back(position - first);
    const torch::Device device = m_model->device();
    const torch::Tensor states = m_model->states(paddedTokens({&tokens, 1}).to(device), ForwardPass{})[0];  // (T, C)
    const torch::Tensor logits = m_model->logits(states.index_select(0, torch::tensor(rows).to(device)));  // (M, V + 2)
    std::int64_t row = 0;
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (positions[i] >= first) scores[i] = floats(logits[row++]);
    return scores;
}

}  // namespace recscope
