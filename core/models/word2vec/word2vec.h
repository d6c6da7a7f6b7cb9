// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/models/pairwise/product_scorer.h"
#include "core/models/pairwise/sample_training_module.h"
#include "core/models/word2vec/word2vec_config.h"
#include "core/models/word2vec/word2vec_samples.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/item_counts.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// CBOW and skip-gram (Mikolov et al., 2013) over items. Every item has an input vector e and an output vector o of
/// width d. The score of item c is the dot product of o_c and the mean of e over the items that are read: the newest
/// `window` items for CBOW (Together), only the newest item for skip-gram (OneByOne). Tensors, rows = tokens (V items,
/// PAD and MASK): `item_embedding.weight` e and `output_embedding.weight` o (V + 2, d), and `item_count` (V + 2), by
/// which items are ranked for an empty history.
class Word2Vec : public Recommender {
public:
    Word2Vec(const RunConfig& config, const ModelShape& shape, ContextWindow contextWindow,
             InitialWeights initialWeights);

    static Capabilities capabilitiesOf(const RunConfig& config, ContextWindow contextWindow);
    Capabilities capabilities() const override { return capabilitiesOf(m_config, m_contextWindow); }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void to(Device /*device*/) override {}  // stays on the CPU: a training step is too small to gain from a GPU
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    std::int64_t maxItemsPerCall() const override { return 1 << 15; }
    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }
    std::vector<float> itemVectors() const override;  ///< the output vectors o
    /// Low offsets, which rank items without interactions last; empty for the loss Softmax.
    std::vector<float> itemOffsets() const override;

    // Access for the training module, which updates the parameters in place.
    std::int64_t dim() const { return m_dim; }
    float* input(Token token) { return m_inputs + token * m_dim; }
    float* output(Token token) { return m_outputs + token * m_dim; }
    ItemCounts& counts() { return m_counts; }
    ContextWindow contextWindow() const { return m_contextWindow; }

private:
    std::vector<float> offsetsByToken() const;  ///< (V + 2), or empty

    RunConfig m_config;
    ModelShape m_shape;
    ContextWindow m_contextWindow;
    std::int64_t m_dim;
    HostTensors m_tensors;
    float *m_inputs, *m_outputs;
    ItemCounts m_counts;
    ProductScorer m_scorer;
};

/// Trains CBOW or skip-gram with the loss of the config. Below, h is the mean of the input vectors of a sample's
/// context.
class Word2VecTrainingModule : public SampleTrainingModule<Word2VecSamples> {
public:
    /// `model` must outlive this.
    Word2VecTrainingModule(Word2Vec& model, const RunConfig& config)
        : m_model(model), m_config(config), m_mean(row()), m_gradient(row()) {}

    /// Makes one update with the loss Negatives and returns the loss before the update.
    double update(const Word2VecSample& sample, double learningRate);
    /// Makes one update with the loss Softmax, summed over the samples, and returns the sum of the losses.
    double learnBySoftmax(std::span<const Word2VecSample> samples, double learningRate);

protected:
    Word2VecSamples samplesOf(const Histories& histories) override;
    double learnAll(std::span<const Word2VecSample> samples, double learningRate) override;

private:
    std::vector<float> row() const { return std::vector<float>(static_cast<std::size_t>(m_model.dim())); }
    /// Writes h (d), the mean of the context vectors of the sample.
    void meanOf(const Word2VecSample& sample, float* mean) const;
    /// Adds `change` (d), the update of h, to each context vector: in full, or divided by the number of context vectors
    /// (`ContextGradient`).
    void updateContext(const Word2VecSample& sample, const float* change) const;

    Word2Vec& m_model;
    RunConfig m_config;
    std::vector<float> m_mean, m_gradient;                ///< (d)
    std::vector<float> m_means, m_scores, m_meanChanges;  ///< for B samples at once: (B, d), (B, V), (B, d)
};

/// The registry entry of CBOW or skip-gram, without `info` and `presets`.
ModelEntry word2VecEntry(const RunConfig& config, ContextWindow contextWindow);

}  // namespace recscope
