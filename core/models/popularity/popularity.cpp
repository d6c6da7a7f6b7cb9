// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/popularity/popularity.h"

#include "core/recommender/counting_training_module.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/item_counts.h"
#include "core/recommender/recommender.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities popularityCapabilities() {
    return {.readsHistory = false, .trainsByGradientDescent = false};
}

/// Gives every user the same scores, those of `ItemCounts`.
class Popularity : public Recommender {
public:
    explicit Popularity(const ModelShape& shape) : m_shape(shape), m_counts(m_tensors, shape.itemCount) {}

    Capabilities capabilities() const override { return popularityCapabilities(); }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override {
        auto other = std::make_unique<Popularity>(m_shape);
        copyWeights(*this, *other);
        return other;
    }
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& /*config*/, Device /*device*/) override {
        return std::make_unique<CountingTrainingModule>(
            [this](const Histories& histories, const std::stop_token&) { return count(histories); });
    }
    void to(Device /*device*/) override {}
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override {
        throwIfStopped(stop);
        const std::vector<float> scores = m_counts.scores();
        for (std::size_t i = 0; i < queries.size(); ++i) sink(i, scores);
    }
    std::int64_t maxItemsPerCall() const override { return 1 << 20; }
    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }

    /// Counts the interactions and returns, as the loss, the entropy in nats of the items' shares of all interactions.
    double count(const Histories& histories) {
        m_counts.count(histories);
        return m_counts.entropy();
    }

private:
    ModelShape m_shape;
    HostTensors m_tensors;
    ItemCounts m_counts;
};

}  // namespace

ModelEntry popularityEntry() {
    ModelEntry entry;
    entry.info = {"popularity", "Popularity",
                  translatable("Recommends the items with the most interactions to every user."),
                  translatable("POP in Sun et al., CIKM 2019; PopRec in Kang & McAuley, ICDM 2018")};
    entry.config = countedConfig(entry.info.name);
    entry.presets = [](bool, const DatasetInfo&) {
        return std::vector<Preset>{
            {"quick", translatable("Counted"), translatable("POP: there is nothing to choose"),
             translatable("ML-1M, 100 by popularity (pop100): HR@10 0.1358, NDCG@10 0.0621 (BERT4Rec, Table 2)"),
             countedConfig("popularity")}};
    };
    entry.paperPreset = [](bool) { return "quick"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = [](const RunConfig&) { return popularityCapabilities(); };
    entry.make = [](const RunConfig&, const ModelShape& shape, InitialWeights) {
        return std::make_unique<Popularity>(shape);
    };
    return entry;
}

}  // namespace recscope
