// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ngram/ngram.h"

#include <algorithm>
#include <ranges>

#include "core/config/key_maker.h"
#include "core/kernels/loops.h"
#include "core/metrics/baselines.h"
#include "core/recommender/counting_training_module.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/query_pool.h"
#include "core/recommender/query_reading.h"
#include "core/recommender/recommender.h"
#include "core/sequence/transitions.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// Items more than this many places after a context are not counted: each would count less than a hundredth of the item
// directly after it.
constexpr std::size_t kFarthest = 8;
// The backoff without smoothing: so small that it only orders the items that follow none of the contexts.
constexpr float kNoBackoff = 1e-3F;

struct NgramConfig {
    std::int64_t order = 3;  ///< K: number of newest items that are read
    bool smoothing = false;  ///< pulls the estimate after k items towards that after k - 1 items
    bool operator==(const NgramConfig&) const = default;
};

RunConfig ngramConfig() {
    using C = NgramConfig;
    const OwnKeys<C> make(translatable("Model"));
    static const ConfigSchema schema(joined(
        {splitKeys(),
         {make.number("order", translatable("Order K"), translatable("items"),
                      translatable("The estimates after the last 1, 2, … K items count equally."), "", &C::order, 1,
                      10),
          make.onOff("smoothing", translatable("Smoothing"),
                     translatable("Pulls the estimate after several items towards that after fewer items, and that "
                                  "after one item towards popularity. How strongly is fitted to the data."),
                     translatable("off"), &C::smoothing)}}));
    RunConfig config = countedConfig("ngram");
    config.schema = &schema;
    config.own = C();
    return config;
}

std::vector<Preset> ngramPresets(bool /*dense*/, const DatasetInfo& /*dataset*/) {
    RunConfig smoothed = ngramConfig();
    smoothed.own.as<NgramConfig>().smoothing = true;
    return {
        {"quick", translatable("Counted and smoothed"),
         translatable("RecScope: smoothed like the bigram; order 3 was chosen on ML-100K by validation"), "", smoothed},
        {"ngram", translatable("N-gram (2005)"),
         translatable("Shani et al., JMLR 2005: skipping and a mixture with equal weights, without the paper's "
                      "clustering of contexts; order 3 is RecScope's choice"),
         "", ngramConfig()}};
}

Capabilities ngramCapabilities(const RunConfig& config) {
    return {.scoreIsSum = true,
            .scores = ScoreKind::Probabilities,
            .maxLength = config.own.as<NgramConfig>().order,
            .readsOrder = true,
            .trainsByGradientDescent = false};
}

/// The model that ngram.h describes.
class Ngram : public Recommender, public ItemPartReader {
public:
    Ngram(const RunConfig& config, const ModelShape& shape)
        : m_config(config),
          m_shape(shape),
          m_shares(m_tensors.add("item_share", {vocabularySize(shape.itemCount)})),
          m_backoff(m_tensors.add("backoff", {1})),
          m_ends(static_cast<std::size_t>(vocabularySize(shape.itemCount))) {}

    Capabilities capabilities() const override { return ngramCapabilities(m_config); }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override {
        auto other = std::make_unique<Ngram>(m_config, m_shape);
        copyWeights(*this, *other);
        return other;
    }
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& /*config*/, Device /*device*/) override {
        return std::make_unique<CountingTrainingModule>(
            [this](const Histories& histories, const std::stop_token& stop) { return count(histories, stop); });
    }
    void to(Device /*device*/) override {}
    std::int64_t maxItemsPerCall() const override { return 1 << 18; }

    void putWeights(SafeTensors& to) const override {
        m_tensors.copyTo(to);
        put("training.items", std::vector<float>(m_items.begin(), m_items.end()), to);  // exact: tokens are below 2^24
    }
    void setWeights(const SafeTensors& weights) override {
        m_tensors.copyFrom(weights);
        const std::vector<float> items = floatsOf(weights, "training.items").value_or(std::vector<float>{-1});
        const auto isValid = [&](float item) { return item >= 0 && item <= static_cast<float>(m_shape.itemCount); };
        if (!std::all_of(items.begin(), items.end(), isValid) || (!items.empty() && items.back() != 0))
            throw Error(ErrorKind::Input, translated("The training items do not fit this dataset."),
                        translated("They belong to another dataset."));
        setItems({items.begin(), items.end()});
    }

    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override {
        const auto scoreGroup = [&](std::size_t first, std::size_t count) {
            std::vector<float> scores(m_ends.size());
            for (std::size_t i = first; i < first + count; ++i) {
                const std::vector<Context> contexts = contextsOf(queries[i].history);
                kernels::scale(m_shares, scores.data(), std::ssize(scores), static_cast<float>(contexts[0].weight));
                for (const Context& context : contexts)
                    forEachNext(context, [&](Token item, double amount) {
                        scores[static_cast<std::size_t>(item)] += static_cast<float>(context.weight * amount);
                    });
                sink(i, scores);
            }
        };
        m_pool.run(queries.size(), /*atOnce=*/64, scoreGroup, stop);
    }

    ItemPartReader* itemParts() override { return this; }
    ItemPartKind kind() const override { return ItemPartKind::Contribution; }
    /// An item's part is what the counts after the context that begins with this item add to the score. The newest
    /// item's part also contains what popularity adds.
    std::vector<float> partsFor(const Query& query, Token candidate) override {
        const std::vector<Context> contexts = contextsOf(query.history);
        std::vector<float> parts(contexts.size() - 1, 0.0F);  // newest last
        for (std::size_t k = 1; k < contexts.size(); ++k)
            forEachNext(contexts[k], [&](Token item, double amount) {
                if (item == candidate) parts[parts.size() - k] += static_cast<float>(contexts[k].weight * amount);
            });
        if (!parts.empty()) parts.back() += static_cast<float>(contexts[0].weight) * m_shares[candidate];
        return atPositions(query.history, ngramCapabilities(m_config).maxLength, parts);
    }

private:
    /// The newest k items of a history. For k = 0, `ends` is empty, and `weight` is the factor of the items' shares.
    struct Context {
        std::vector<std::size_t> ends = {};  ///< indices in m_items of the newest item of each occurrence
        double total = 0;                    ///< sum of all counts after the context
        double weight = 0;                   ///< what a count of 1 adds to the score
    };

    /// Returns no loss (0): nothing is minimised.
    double count(const Histories& histories, const std::stop_token& stop) {
        const std::vector<float> shares = backoffPrior(histories, /*backoff=*/1);
        std::copy(shares.begin(), shares.end(), m_shares);
        *m_backoff = kNoBackoff;
        if (m_config.own.as<NgramConfig>().smoothing)
            *m_backoff =
                static_cast<float>(fitBackoff(Transitions::of(histories, HistoryPart::Training, stop), stop).backoff);
        std::vector<Token> items;
        for (std::int32_t user = 0; user < histories.userCount(); ++user) {
            for (const Token item : histories.training(user)) items.push_back(item);
            items.push_back(kPadToken);
        }
        setItems(std::move(items));
        return 0;
    }

    void setItems(std::vector<Token> items) {
        m_items = std::move(items);
        m_ends.assign(m_ends.size(), {});
        for (std::size_t i = 0; i < m_items.size(); ++i) m_ends[static_cast<std::size_t>(m_items[i])].push_back(i);
    }

    /// Calls `use` with each item that follows an occurrence of the context, and with what it counts.
    template <class Use>
    void forEachNext(const Context& context, const Use& use) const {
        for (const std::size_t end : context.ends) {
            double amount = 1;
            for (std::size_t j = 1; j <= kFarthest && m_items[end + j] != kPadToken; ++j, amount /= 2)
                use(m_items[end + j], amount);
        }
    }

    /// Returns the contexts of 0, 1, … n items. The estimate after k items is P_k = (counts_k + backoff P_(k - 1)) /
    /// (total_k + backoff), where P_0 is popularity. The score is the mean of P_1 … P_n: a weighted sum of all counts.
    std::vector<Context> contextsOf(std::span<const Token> history) const {
        std::vector<Context> contexts(1);
        const auto order = static_cast<std::size_t>(ngramCapabilities(m_config).maxLength);
        for (const Token item : history.last(std::min(history.size(), order)) | std::views::reverse) {
            if (item == kHiddenItem) continue;
            Context context;
            const std::size_t distance = contexts.size() - 1;  // of the item from the newest one
            for (const std::size_t end : distance == 0 ? m_ends[static_cast<std::size_t>(item)] : contexts.back().ends)
                if (end >= distance && m_items[end - distance] == item) context.ends.push_back(end);
            forEachNext(context, [&](Token, double amount) { context.total += amount; });
            contexts.push_back(std::move(context));
        }
        const double n = static_cast<double>(contexts.size()) - 1, backoff = static_cast<double>(*m_backoff);
        double weight = n == 0 ? 1 : 0;  // of P_k in the score
        for (std::size_t k = contexts.size() - 1; k > 0; --k) {
            weight += 1 / n;
            contexts[k].weight = weight / (contexts[k].total + backoff);
            weight *= backoff / (contexts[k].total + backoff);
        }
        contexts[0].weight = weight;
        return contexts;
    }

    RunConfig m_config;
    ModelShape m_shape;
    HostTensors m_tensors;
    float *m_shares, *m_backoff;                   ///< the tensors item_share and backoff
    std::vector<Token> m_items;                    ///< (P + U) all training parts, each followed by PAD
    std::vector<std::vector<std::size_t>> m_ends;  ///< (V + 2) where each token occurs in m_items
    QueryPool m_pool;
};

}  // namespace

ModelEntry ngramEntry() {
    ModelEntry entry;
    entry.info = {"ngram", "N-gram (MDP)",
                  translatable("Counts what followed the last item, the last two items and so on, and takes the mean."),
                  translatable("Shani, Heckerman and Brafman, An MDP-Based Recommender System, JMLR 2005")};
    entry.config = ngramConfig();
    entry.presets = ngramPresets;
    entry.paperPreset = [](bool) { return "ngram"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = ngramCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights) {
        return std::make_unique<Ngram>(config, shape);
    };
    return entry;
}

}  // namespace recscope
