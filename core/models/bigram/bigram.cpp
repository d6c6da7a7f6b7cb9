// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bigram/bigram.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/metrics/baselines.h"
#include "core/recommender/counting_training_module.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/query_reading.h"
#include "core/recommender/recommender.h"
#include "core/sequence/transitions.h"
#include "core/util/error.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// Lower bound of a smoothed count, so that items that never occur have a finite logarithm.
constexpr float kMinCount = 1e-12F;

Capabilities bigramCapabilities() {
    return {.maxLength = 1, .readsOrder = true, .trainsByGradientDescent = false};
}

/// Scores are logarithms of smoothed counts, so their softmax is the estimated probability that an item follows the
/// last item of the history. Tensors, for V items plus PAD and MASK and the K transitions that occur: `item_prior` (V +
/// 2), the pseudo-count that the prior adds to the count of each next item, and `transition.{from,to,count}` (K),
/// sorted by `from`.
class Bigram : public Recommender {
public:
    explicit Bigram(const ModelShape& shape)
        : m_shape(shape),
          m_prior(static_cast<std::size_t>(vocabularySize(shape.itemCount)), 0.0F),
          m_begins(static_cast<std::size_t>(vocabularySize(shape.itemCount)) + 1, 0) {}

    Capabilities capabilities() const override { return bigramCapabilities(); }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override {
        auto other = std::make_unique<Bigram>(m_shape);
        other->m_prior = m_prior;
        other->m_begins = m_begins;
        other->m_pairs = m_pairs;
        return other;
    }
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& /*config*/, Device /*device*/) override {
        return std::make_unique<CountingTrainingModule>(
            [this](const Histories& histories, const std::stop_token& stop) { return count(histories, stop); });
    }
    void to(Device /*device*/) override {}

    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override {
        for (std::size_t i = 0; i < queries.size(); ++i) {
            throwIfStopped(stop);
            std::vector<float> scores = m_prior;
            if (const std::optional<Token> last = newestItem(queries[i].history)) {
                for (const Pair& pair : after(*last)) scores[static_cast<std::size_t>(pair.to)] += pair.count;
            }
            for (float& score : scores) score = std::log(std::max(score, kMinCount));
            sink(i, scores);
        }
    }
    std::int64_t maxItemsPerCall() const override { return 1 << 18; }

    void putWeights(SafeTensors& weights) const override {
        std::vector<float> from, to, count;
        for (Token item = 0; item < vocabularySize(m_shape.itemCount); ++item) {
            for (const Pair& pair : after(item)) {
                from.push_back(static_cast<float>(item));  // exact: tokens stay below 2^24
                to.push_back(static_cast<float>(pair.to));
                count.push_back(pair.count);
            }
        }
        put("item_prior", m_prior, weights);
        put("transition.from", from, weights);
        put("transition.to", to, weights);
        put("transition.count", count, weights);
    }

    void setWeights(const SafeTensors& weights) override {
        const std::vector<float> prior = floats(weights, "item_prior"), from = floats(weights, "transition.from"),
                                 to = floats(weights, "transition.to"), count = floats(weights, "transition.count");
        if (prior.size() != m_prior.size() || from.size() != to.size() || from.size() != count.size()) {
            throw Error(ErrorKind::Input, translated("The transitions do not fit this dataset."),
                        translated("They belong to another dataset."));
        }
        m_prior = prior;
        m_pairs.clear();
        std::fill(m_begins.begin(), m_begins.end(), 0);
        for (std::size_t i = 0; i < from.size(); ++i) {
            const auto item = static_cast<Token>(from[i]), next = static_cast<Token>(to[i]);
            const bool isSorted = i == 0 || from[i] >= from[i - 1];
            if (!isSorted || !isItem(item, m_shape.itemCount) || !isItem(next, m_shape.itemCount)) {
                throw Error(ErrorKind::Input, translated("The transitions do not fit this dataset."),
                            translated("They belong to another dataset."));
            }
            ++m_begins[static_cast<std::size_t>(item) + 1];
            m_pairs.push_back({.to = next, .count = count[i]});
        }
        for (std::size_t i = 1; i < m_begins.size(); ++i) m_begins[i] += m_begins[i - 1];
    }

    /// Counts the transitions and returns the leave-one-out loss, in nats: each transition is predicted from all
    /// others, and the losses are averaged.
    double count(const Histories& histories, const std::stop_token& stop) {
        const Transitions transitions = Transitions::of(histories, HistoryPart::Training, stop);
        const FittedBackoff fitted = fitBackoff(transitions, stop);
        m_prior = backoffPrior(histories, fitted.backoff);
        m_pairs.clear();
        for (Token item = 0; item < vocabularySize(m_shape.itemCount); ++item) {
            if (isItem(item, m_shape.itemCount)) {
                for (const Transition& transition : transitions.after(item))
                    m_pairs.push_back({.to = transition.next, .count = static_cast<float>(transition.count)});
            }
            m_begins[static_cast<std::size_t>(item) + 1] = m_pairs.size();
        }
        return fitted.bits * std::numbers::ln2;
    }

private:
    struct Pair {
        Token to = kPadToken;
        float count = 0;
    };
    std::span<const Pair> after(Token item) const {
        const std::size_t begin = m_begins[static_cast<std::size_t>(item)];
        return std::span(m_pairs).subspan(begin, m_begins[static_cast<std::size_t>(item) + 1] - begin);
    }
    static std::vector<float> floats(const SafeTensors& weights, const std::string& name) {
        std::optional<std::vector<float>> values = floatsOf(weights, name);
        if (!values)
            throw Error(ErrorKind::Input, translated("The weights lack the tensor {}.", name),
                        translated("They belong to another model."));
        return std::move(*values);
    }

    ModelShape m_shape;
    std::vector<float> m_prior;         ///< (V + 2) backoff times the item's share of all interactions
    std::vector<std::size_t> m_begins;  ///< (V + 3) index of each token's first pair in m_pairs
    std::vector<Pair> m_pairs;
};

}  // namespace

ModelEntry bigramEntry() {
    ModelEntry entry;
    entry.info = {
        "bigram", translatable("Last item (bigram)"),
        translatable("Recommends the items that most often followed the last item: a sequential model that reads only "
                     "one item."),
        translatable("A first-order Markov chain by counts, smoothed by a Dirichlet prior (MacKay & Peto, 1995)")};
    entry.config = countedConfig(entry.info.name);
    entry.presets = [](bool, const DatasetInfo&) {
        return std::vector<Preset>{{"quick", translatable("Counted"),
                                    translatable("The strength of the prior is fitted to the data"), "",
                                    countedConfig("bigram")}};
    };
    entry.paperPreset = [](bool) { return "quick"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = [](const RunConfig&) { return bigramCapabilities(); };
    entry.make = [](const RunConfig&, const ModelShape& shape, InitialWeights) {
        return std::make_unique<Bigram>(shape);
    };
    return entry;
}

}  // namespace recscope
