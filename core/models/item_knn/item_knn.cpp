// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/item_knn/item_knn.h"

#include <algorithm>
#include <map>

#include "core/models/item_knn/item_knn_config.h"
#include "core/recommender/counting_training_module.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/item_counts.h"
#include "core/recommender/query_pool.h"
#include "core/recommender/query_reading.h"
#include "core/recommender/recommender.h"
#include "core/recommender/similar_items.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities itemKnnCapabilities(const RunConfig& config) {
    const bool readsAll = itemKnnOf(config).reads == KnnReads::All;
    return {
        .scoreIsSum = true, .maxLength = readsAll ? 0 : 1, .readsOrder = !readsAll, .trainsByGradientDescent = false};
}

/// The model that item_knn.h describes.
class ItemKnn : public Recommender, public ItemPartReader {
public:
    ItemKnn(const RunConfig& config, const ModelShape& shape)
        : m_config(config),
          m_shape(shape),
          m_neighbours(std::clamp<std::int64_t>(itemKnnOf(config).neighbours, 1, std::max(shape.itemCount, 1))),
          m_index(m_tensors.add("neighbours.index", {vocabularySize(shape.itemCount), m_neighbours})),
          m_weight(m_tensors.add("neighbours.weight", {vocabularySize(shape.itemCount), m_neighbours})),
          m_counts(m_tensors, shape.itemCount) {
        invert();
    }

    Capabilities capabilities() const override { return itemKnnCapabilities(m_config); }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override {
        auto other = std::make_unique<ItemKnn>(m_config, m_shape);
        copyWeights(*this, *other);
        return other;
    }
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& /*config*/, Device /*device*/) override {
        return std::make_unique<CountingTrainingModule>(
            [this](const Histories& histories, const std::stop_token& stop) {
                count(histories, stop);
                return 0.0;  // no loss: nothing is minimised
            });
    }
    void to(Device /*device*/) override {}
    std::int64_t maxItemsPerCall() const override { return 1 << 18; }

    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override {
        m_tensors.copyFrom(weights);
        for (std::int64_t i = 0; i < vocabularySize(m_shape.itemCount) * m_neighbours; ++i) {
            const auto item = static_cast<Token>(m_index[i]);
            if (item != kPadToken && !isItem(item, m_shape.itemCount))
                throw Error(ErrorKind::Input, translated("The neighbours do not fit this dataset."),
                            translated("They belong to another dataset."));
        }
        invert();
    }

    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override {
        constexpr std::size_t kAtOnce = 64;
        m_pool.run(
            queries.size(), kAtOnce,
            [&](std::size_t first, std::size_t count) {
                std::vector<float> scores;
                for (std::size_t i = first; i < first + count; ++i) {
                    scoreHistory(queries[i].history, scores);
                    sink(i, scores);
                }
            },
            stop);
    }

    ItemPartReader* itemParts() override { return this; }
    ItemPartKind kind() const override { return ItemPartKind::Contribution; }
    /// An item that occurs more than once contributes once, at its newest position.
    std::vector<float> partsFor(const Query& query, Token candidate) override {
        const std::size_t readCount = itemKnnOf(m_config).reads == KnnReads::Newest
                                          ? std::min<std::size_t>(1, query.history.size())
                                          : query.history.size();
        const std::span<const Token> read = query.history.last(readCount);
        std::map<Token, float> similar;
        for (std::int64_t k = candidate * m_neighbours; k < (candidate + 1) * m_neighbours; ++k)
            if (m_weight[k] != 0) similar[static_cast<Token>(m_index[k])] = m_weight[k];
        std::vector<float> parts(read.size(), 0.0F);
        for (std::size_t i = read.size(); i-- > 0;) {
            const auto found = similar.find(read[i]);
            if (found == similar.end()) continue;
            parts[i] = found->second;
            similar.erase(found);
        }
        return parts;
    }

    void count(const Histories& histories, const std::stop_token& stop) {
        const std::vector<std::vector<SimilarItem>> similar = similarItems(histories, itemKnnOf(m_config), stop);
        m_counts.count(histories);
        const std::int64_t size = vocabularySize(m_shape.itemCount) * m_neighbours;
        std::fill_n(m_index, size, 0.0F);
        std::fill_n(m_weight, size, 0.0F);
        for (std::size_t candidate = 0; candidate < similar.size(); ++candidate) {
            std::int64_t at = static_cast<std::int64_t>(candidate) * m_neighbours;
            for (const SimilarItem& similarItem : similar[candidate]) {
                m_index[at] = static_cast<float>(similarItem.item);  // exact: tokens stay below 2^24
                m_weight[at++] = similarItem.similarity;
            }
        }
        invert();
    }

private:
    /// Builds the inverted index: for each item, the candidates to whose scores it contributes.
    void invert() {
        m_begins.assign(static_cast<std::size_t>(vocabularySize(m_shape.itemCount)) + 1, 0);
        const std::int64_t rows = vocabularySize(m_shape.itemCount);
        const auto forEachNeighbour = [&](const auto& take) {
            for (Token candidate = 0; candidate < rows; ++candidate) {
                for (std::int64_t k = candidate * m_neighbours; k < (candidate + 1) * m_neighbours; ++k) {
                    if (m_weight[k] != 0) take(static_cast<std::size_t>(m_index[k]), candidate, m_weight[k]);
                }
            }
        };
        forEachNeighbour([&](std::size_t item, Token, float) { ++m_begins[item + 1]; });
        for (std::size_t i = 1; i < m_begins.size(); ++i) m_begins[i] += m_begins[i - 1];
        m_contributions.resize(m_begins.back());
        std::vector<std::size_t> next = m_begins;
        forEachNeighbour([&](std::size_t item, Token candidate, float similarity) {
            m_contributions[next[item]++] = {candidate, similarity};
        });
    }

    /// Writes the scores (V + 2) for one history.
    void scoreHistory(std::span<const Token> history, std::vector<float>& scores) const {
        std::vector<Token> items;
        if (itemKnnOf(m_config).reads == KnnReads::Newest) {
            if (const std::optional<Token> newest = newestItem(history)) items.push_back(*newest);
        } else {
            std::copy_if(history.begin(), history.end(), std::back_inserter(items),
                         [](Token token) { return token != kHiddenItem; });
        }
        if (items.empty()) {
            scores = m_counts.scores();
            return;
        }
        // Sorted, so that the floating-point sum does not depend on the order in which the items were collected.
        std::sort(items.begin(), items.end());
        items.erase(std::unique(items.begin(), items.end()), items.end());
        scores.assign(static_cast<std::size_t>(vocabularySize(m_shape.itemCount)), 0.0F);
        for (const Token item : items) {
            const auto index = static_cast<std::size_t>(item);
            for (std::size_t i = m_begins[index]; i < m_begins[index + 1]; ++i)
                scores[static_cast<std::size_t>(m_contributions[i].item)] += m_contributions[i].similarity;
        }
    }

    RunConfig m_config;
    ModelShape m_shape;
    std::int64_t m_neighbours;  ///< K, at most the number of items
    HostTensors m_tensors;
    float *m_index, *m_weight;  ///< (V + 2, K): tokens and similarities of each candidate's neighbours
    ItemCounts m_counts;
    std::vector<std::size_t> m_begins;         ///< (V + 3) index of each item's first entry in m_contributions
    std::vector<SimilarItem> m_contributions;  ///< the candidates to whose scores each item contributes
    QueryPool m_pool;
};

}  // namespace

ModelEntry itemKnnEntry() {
    ModelEntry entry;
    entry.info = {
        "item_knn", "Item-kNN",
        translatable("Adds up how similar an item is to each item of the history, judged by the users who have both."),
        translatable("Sarwar et al., Item-based Collaborative Filtering Recommendation Algorithms, WWW 2001")};
    entry.config = itemKnnConfig();
    entry.presets = itemKnnPresets;
    entry.paperPreset = [](bool) { return "quick"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = itemKnnCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights) {
        return std::make_unique<ItemKnn>(config, shape);
    };
    return entry;
}

}  // namespace recscope
