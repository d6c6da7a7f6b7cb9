// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/rum/rum.h"

#include <algorithm>
#include <optional>

#include "core/config/batch_unit.h"
#include "core/config/key_maker.h"
#include "core/kernels/loops.h"
#include "core/kernels/product.h"
#include "core/models/minibatch/host_recommender.h"
#include "core/models/minibatch/minibatch_training_module.h"
#include "core/models/minibatch/random_tensors.h"
#include "core/models/minibatch/user_rows.h"
#include "core/models/pairwise/quick_epochs.h"
#include "core/recommender/query_reading.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

const RumConfig& rumOf(const RunConfig& config) {
    return config.own.as<RumConfig>();
}

RunConfig rumConfig() {
    using C = RumConfig;
    const OwnKeys<C> model(translatable("Model")), loss(translatable("Loss"));
    static const ConfigSchema schema(joined(
        {basicKeys(),
         {model.number("dim", translatable("Width d"), "", translatable("Dimension of the user and item vectors."), "",
                       &C::dim, 1, 4096),
          model.number("memory", translatable("Memory K"), translatable("items"),
                       translatable("How many of the newest items the memory holds."), "", &C::memory, 1, 100),
          model.number("alpha", translatable("Weight of the memory"), "",
                       translatable("Factor of what is read from the memory, which is added to the user vector."), "",
                       &C::alpha, 0, 100),
          loss.number("negatives", translatable("Negatives"), translatable("per interaction"),
                      translatable("Items drawn uniformly that the user does not have."), "", &C::negatives, 1, 1000)},
         gradientKeys({.unit = translatable("prefixes"),
                       .help = translatable("Beginnings of histories per optimiser step; each predicts the next item."),
                       .paper = ""})}));
    RunConfig config;
    config.model = "rum";
    config.schema = &schema;
    config.training.batchSize = 512;
    config.training.learningRate = 3e-3;
    config.training.epochs = 15;
    config.training.clipNorm = 0;
    config.own = C();
    return config;
}

/// The values were chosen on ML-100K by validation, the number of epochs among them.
std::vector<Preset> rumPresets(bool /*dense*/, const DatasetInfo& dataset) {
    RunConfig quick = rumConfig();
    quick.training.epochs = quickEpochs(/*totalInteractions=*/1'500'000, quick.training.epochs, dataset.interactions);
    return {{"quick", translatable("Quick: a first look"),
             translatable("RecScope: a first look in about a minute, not a tuned model."), "", quick},
            {"rum", translatable("RUM (2018), item level"),
             translatable("Chen et al., WSDM 2018: its equations and loss; all sizes were chosen on ML-100K by "
                          "validation"),
             "", rumConfig()}};
}

Capabilities rumCapabilities(const RunConfig& config) {
    return {.attention = AttentionKind::LastOnly,
            .maxLength = rumOf(config).memory,
            .readsUser = true,
            .refitsUser = true,
            .unknownUser = UnknownUser::MeanUser,
            .readsOrder = true};
}

/// The training task: every item of a training part except the first is a sample, with negatives that are a function of
/// (seed, epoch, sample).
class RumTask : public MinibatchTask {
public:
    RumTask(HostRecommender& model, const RunConfig& config, MinibatchStep& step)
        : m_model(model), m_config(rumOf(config)), m_seed(config.training.seed), m_step(step) {}

    std::int64_t setTrainingData(const Histories& histories) override {
        m_sets = itemsOfUsers(histories);
        return m_samples.emplace(histories).count();
    }
    double computeGradients(const Share& share, kernels::Arena& arena) override {
        constexpr std::uint64_t kNegativeStream = 4;
        RumBatch batch;
        const double weight = 1 / static_cast<double>(share.batchSamples * (1 + m_config.negatives));
        for (const std::int64_t index : share.samples) {
            const auto [user, history, target] = m_samples->at(index);
            const auto row = static_cast<std::int32_t>(batch.users.size());
            batch.users.push_back(user + 1);
            batch.memories.add(history, m_config.memory);
            const auto add = [&](Token item, bool isPositive) {
                batch.pairs.push_back({.row = row, .item = item});
                batch.kinds.push_back({.isPositive = isPositive, .weight = weight});
            };
            add(target, /*isPositive=*/true);
            Random random(
                {m_seed, kNegativeStream, static_cast<std::uint64_t>(share.epoch), static_cast<std::uint64_t>(index)});
            for (std::int64_t k = 0; k < m_config.negatives; ++k)
                if (const std::optional<Token> other = m_sets.outside(user, random)) add(*other, /*isPositive=*/false);
        }
        return computeRumGradients(m_step.parameters(share.worker), m_config.alpha, batch, arena);
    }
    void endEpoch() override { m_model.averageUsers(); }
    std::vector<std::string> userTensors() const override { return m_model.userTensors(); }
    std::size_t minItems() const override { return 2; }

private:
    HostRecommender& m_model;
    RumConfig m_config;
    std::uint64_t m_seed;
    MinibatchStep& m_step;
    ItemSets m_sets;
    std::optional<PrefixSamples> m_samples;
};

/// The model that rum.h describes.
class Rum : public HostRecommender, public ItemPartReader {
public:
    Rum(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
        : HostRecommender(config, shape),
          m_d(rumOf(config).dim),
          m_itemVectors(m_tensors.add("item_embedding.weight", {vocabularySize(shape.itemCount), m_d})) {
        constexpr std::uint64_t kInitialWeightsStream = 0x1417;
        addUserVectors(m_d);
        if (initialWeights != InitialWeights::Random) return;
        Random random({config.training.seed, kInitialWeightsStream});
        drawNormal(m_users.row(1), shape.userCount * m_d, /*deviation=*/0.1, random);
        drawNormal(m_itemVectors + kFirstItemToken * m_d, shape.itemCount * m_d, /*deviation=*/0.1, random);
        averageUsers();
    }

    Capabilities capabilities() const override { return rumCapabilities(m_config); }
    std::unique_ptr<Recommender> copy() const override {
        auto other = std::make_unique<Rum>(m_config, m_shape, InitialWeights::Loaded);
        copyWeights(*this, *other);
        return other;
    }
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device /*device*/) override {
        const RumConfig& own = rumOf(config);
        // The factor 3 accounts for the backward pass and for Adam's moments.
        const std::int64_t multiplications =
            3 * m_d * (config.training.batchSize * (1 + own.negatives) * (1 + own.memory) + m_shape.itemCount);
        return std::make_unique<MinibatchTrainingModule>(
            m_tensors, config, static_cast<double>(multiplications),
            [&](MinibatchStep& step) { return std::make_unique<RumTask>(*this, config, step); });
    }

    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override {
        const auto scoreGroup = [&](std::size_t first, std::size_t count) {
            PackedHistories memories;
            for (const Query& query : queries.subspan(first, count))
                memories.add(query.history, rumOf(m_config).memory);
            const std::int64_t width = vocabularySize(m_shape.itemCount), P = std::ssize(memories.tokens);
            thread_local kernels::Arena arena;  // reused: the pool's threads live as long as the pool
            arena.reset();
            const kernels::Matrix memory = arena.matrix(P, m_d), dots = arena.matrix(width, P);
            for (std::int64_t t = 0; t < P; ++t)
                std::copy_n(m_itemVectors + memories.tokens[static_cast<std::size_t>(t)] * m_d, m_d, memory.row(t));
            if (P > 0)
                kernels::product({m_itemVectors, m_d}, {memory.data, m_d, /*transposed=*/true}, dots.data, P, width, P,
                                 m_d);
            std::vector<float> scores(static_cast<std::size_t>(width));
            for (std::size_t n = 0; n < count; ++n) {
                const float* const user = m_users.row(userRow(queries[first + n]));
                kernels::rowDots({m_itemVectors, width, m_d}, user, scores.data());
                const std::int64_t begin = memories.starts[n], K = memories.starts[n + 1] - begin;
                std::vector<float> weights(static_cast<std::size_t>(K));
                for (std::int64_t item = 0; item < width && K > 0; ++item) {
                    std::copy_n(dots.row(item) + begin, K, weights.data());
                    kernels::softmax(weights.data(), K, K);
                    const double read = kernels::dot(weights.data(), dots.row(item) + begin, K);
                    scores[static_cast<std::size_t>(item)] += static_cast<float>(rumOf(m_config).alpha * read);
                }
                sink(first + n, scores);
            }
        };
        m_pool.run(queries.size(), /*atOnce=*/8, scoreGroup, stop);
    }

    ItemPartReader* itemParts() override { return this; }
    ItemPartKind kind() const override { return ItemPartKind::CandidateWeight; }
    std::vector<float> partsFor(const Query& query, Token candidate) override {
        PackedHistories memory;
        memory.add(query.history, rumOf(m_config).memory);
        std::vector<float> weights;
        for (const Token item : memory.tokens)
            weights.push_back(
                static_cast<float>(kernels::dot(m_itemVectors + item * m_d, m_itemVectors + candidate * m_d, m_d)));
        if (!weights.empty()) kernels::softmax(weights.data(), std::ssize(weights), std::ssize(weights));
        return atPositions(query.history, rumOf(m_config).memory, weights);
    }

private:
    std::int64_t m_d;
    float* m_itemVectors;  ///< (V + 2, d); not set by setItemTable(), because a score is more than one product
    QueryPool m_pool;
};

}  // namespace

double computeRumGradients(const ParameterLookup& tensors, double alpha, const RumBatch& batch, kernels::Arena& arena) {
    const kernels::Parameter items = tensors("item_embedding.weight"), users = tensors("user_embedding.weight");
    kernels::Tape tape(arena, /*recordsGradients=*/true);
    kernels::Variable& states = kernels::lookUp(tape, batch.users, users);
    kernels::Variable& memory = kernels::lookUp(tape, batch.memories.tokens, items);
    kernels::Variable& own = kernels::scoreItems(tape, states, batch.pairs, items, /*bias=*/{});
    kernels::Variable& read =
        kernels::readMemory(tape, memory, batch.memories.starts, batch.pairs, items, static_cast<float>(alpha));
    const double loss = kernels::binaryCrossEntropy(tape, tape.dropoutAndAdd(own, &read, {}, {}), batch.kinds);
    tape.backward();
    return loss;
}

ModelEntry rumEntry() {
    ModelEntry entry;
    entry.info = {"rum", "RUM",
                  translatable("A vector of the user, and a memory of the newest items that each candidate reads by "
                               "attention."),
                  translatable("Chen et al., Sequential Recommendation with User Memory Networks, WSDM 2018")};
    entry.config = rumConfig();
    entry.presets = rumPresets;
    entry.paperPreset = [](bool) { return "rum"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = rumCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Rum>(config, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
