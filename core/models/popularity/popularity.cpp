// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/popularity/popularity.h"

#include <algorithm>
#include <cmath>

#include "core/metrics/baselines.h"
#include "core/recommender/counting_learner.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/recommender.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

constexpr float kLeastCount = 0.5F;

Capabilities popularityCapabilities() {
    return {.readsHistory = false, .learnsByGradient = false};
}

/// Scores are logarithms of counts: their softmax is the share of the interactions, their order that of the counts.
/// What never occurs counts as half an interaction.
class Popularity : public Recommender {
public:
    explicit Popularity(const ModelShape& shape)
        : m_shape(shape), m_counts(m_tensors.add("item_count", {vocabularySize(shape.itemCount)})) {}

    Capabilities capabilities() const override { return popularityCapabilities(); }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override {
        auto other = std::make_unique<Popularity>(m_shape);
        other->setWeights(weights());
        return other;
    }
    void moveTo(Device /*device*/) override {}
    void score(std::span<const Query> queries, const Take& take, const std::stop_token& stop) override {
        throwIfStopped(stop);
        std::vector<float> scores(static_cast<std::size_t>(vocabularySize(m_shape.itemCount)));
        for (std::size_t token = 0; token < scores.size(); ++token)
            scores[token] = std::log(std::max(m_counts[token], kLeastCount));
        for (std::size_t i = 0; i < queries.size(); ++i) take(i, scores);
    }
    std::int64_t itemsAtOnce() const override { return 1 << 20; }
    SafeTensors weights() const override {
        SafeTensors weights;
        m_tensors.copyTo(weights);
        return weights;
    }
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }

    /// The mean of -log of the share of the items that occur: their entropy in nats.
    double count(const Histories& histories) {
        const std::vector<float> counts = popularityScores(histories);
        std::copy(counts.begin(), counts.end(), m_counts);
        double sum = 0, entropy = 0;
        for (const float one : counts) sum += static_cast<double>(one);
        for (const float one : counts) {
            const double share = static_cast<double>(one) / sum;
            if (share > 0) entropy -= share * std::log(share);
        }
        return entropy;
    }

private:
    ModelShape m_shape;
    HostTensors m_tensors;
    float* m_counts;  ///< (V + 2)
};

}  // namespace

ModelEntry popularityEntry() {
    ModelEntry entry;
    entry.info = {"popularity", "Popularity", "Gives everybody the items with the most interactions.",
                  "POP in Sun et al., CIKM 2019; PopRec in Kang & McAuley, ICDM 2018"};
    entry.config = countedConfig(entry.info.name);
    entry.presets = [](bool, const DatasetInfo&) {
        return std::vector<Preset>{
            {"quick", "Counted", "POP: there is nothing to choose",
             "ML-1M, 100 by popularity (pop100): HR@10 0.1358, NDCG@10 0.0621 (BERT4Rec, Table 2)",
             countedConfig("popularity")}};
    };
    entry.paperPreset = [](bool) { return "quick"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = [](const RunConfig&) { return popularityCapabilities(); };
    entry.make = [](const RunConfig&, const ModelShape& shape, WeightStart) {
        return std::make_unique<Popularity>(shape);
    };
    entry.learner = [](Recommender& recommender, const RunConfig&, Device) -> std::unique_ptr<Learner> {
        auto& popularity = dynamic_cast<Popularity&>(recommender);
        return std::make_unique<CountingLearner>(
            [&popularity](const Histories& histories, const std::stop_token&) { return popularity.count(histories); });
    };
    return entry;
}

}  // namespace recscope
