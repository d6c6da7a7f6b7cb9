// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/fixed_lists/fixed_lists.h"

#include <algorithm>
#include <vector>

#include "core/config/key_maker.h"
#include "core/metrics/metrics.h"
#include "core/models/fixed_lists/fixed_lists_config.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/recommender.h"
#include "core/recommender/training_module.h"
#include "core/util/error.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities fixedListsCapabilities(const RunConfig& config) {
    return {.readsHistory = false, .listDepth = fixedListsOf(config).depth};
}

/// The model that fixed_lists.h describes.
class FixedLists : public Recommender {
public:
    FixedLists(const RunConfig& config, const ModelShape& shape)
        : m_config(config),
          m_shape(shape),
          m_depth(fixedListsOf(config).depth),
          m_items(m_tensors.add("lists.items", {shape.userCount, m_depth})),
          m_scores(m_tensors.add("lists.scores", {shape.userCount, m_depth})) {}

    Capabilities capabilities() const override { return fixedListsCapabilities(m_config); }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override {
        auto other = std::make_unique<FixedLists>(m_config, m_shape);
        copyWeights(*this, *other);
        return other;
    }
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& /*config*/, Device /*device*/) override {
        throw Error(ErrorKind::Usage, translated("Lists from a file cannot be trained."),
                    translated("Adopt another file to get other lists."));
    }
    void to(Device /*device*/) override {}
    std::int64_t maxItemsPerCall() const override { return 1 << 18; }

    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override {
        std::vector<float> scores(static_cast<std::size_t>(vocabularySize(m_shape.itemCount)));
        for (std::size_t i = 0; i < queries.size(); ++i) {
            throwIfStopped(stop);
            std::fill(scores.begin(), scores.end(), kUnlistedScore);
            if (const auto user = queries[i].user; user && *user < m_shape.userCount) {
                const std::int64_t row = *user * m_depth;
                for (std::int64_t k = 0; k < m_depth && m_items[row + k] != 0; ++k)
                    scores[static_cast<std::size_t>(m_items[row + k])] = m_scores[row + k];
            }
            sink(i, scores);
        }
    }

    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override {
        m_tensors.copyFrom(weights);
        for (std::int64_t i = 0; i < m_shape.userCount * m_depth; ++i) {
            if (m_items[i] != 0 && !isItem(static_cast<Token>(m_items[i]), m_shape.itemCount))
                throw Error(ErrorKind::Input, translated("The lists name items that this dataset does not have."),
                            translated("They belong to another dataset."));
        }
    }

private:
    RunConfig m_config;
    ModelShape m_shape;
    std::int64_t m_depth;
    HostTensors m_tensors;
    const float* m_items;
    const float* m_scores;
};

const ConfigSchema& fixedListsSchema() {
    using C = FixedListsConfig;
    const OwnKeys<C> make(translatable("Lists"));
    static const ConfigSchema schema(joined(
        {splitKeys(),
         {make.number("depth", translatable("Depth K"), translatable("items"),
                      translatable("The largest number of items in a list."), "", &C::depth, 1, 1e6),
          make.choice("listed_seen", translatable("Items already seen"),
                      translatable("kept: the lists may name items that the user already had."), "", &C::seen)}}));
    return schema;
}

}  // namespace

RunConfig fixedListsConfig(std::int64_t depth, ListedSeen seen) {
    RunConfig config;
    config.model = "fixed_lists";
    config.schema = &fixedListsSchema();
    config.own = FixedListsConfig{.depth = depth, .seen = seen};
    config.training.epochs = 1;
    return config;
}

ModelEntry fixedListsEntry() {
    ModelEntry entry;
    entry.info = {"fixed_lists", translatable("Lists from a file"),
                  translatable("Recommendations that another program made; an edited history cannot change them."), ""};
    entry.config = fixedListsConfig(/*depth=*/10, ListedSeen::Removed);
    entry.presets = [](bool, const DatasetInfo&) { return std::vector<Preset>(); };
    entry.paperPreset = [](bool) { return ""; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = fixedListsCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights) {
        return std::make_unique<FixedLists>(config, shape);
    };
    return entry;
}

}  // namespace recscope
