// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/models/pairwise/product_scorer.h"
#include "core/models/pairwise/sample_training_module.h"
#include "core/models/pairwise/transition_factors_config.h"
#include "core/models/pairwise/transition_samples.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/item_counts.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// Whether the user's general preference is part of a score.
enum class GeneralPreference { None, OfUser };

/// FMC or, with the general preference of the user, FPMC. For user u with last item l, candidate c has the score M_l .
/// N_c (FMC) or M_l . N_c + P_u . Q_c (FPMC). Tensors, for U users, rows = tokens (V items, PAD and MASK):
/// `transition.previous_embedding.weight` M, `transition.next_embedding.weight` N (V + 2, d), `item_count` (V + 2), the
/// number of training interactions of each item. FPMC also has `taste.item_embedding.weight` Q (V + 2, d) and
/// `taste.user_embedding.weight` P (U + 1, d). Row 0 of P stays zero, so that unknown users are scored by the
/// transition part alone. Without a last item, the score is the preference part alone. If neither a last item nor the
/// user is known, items are ranked by popularity.
class TransitionFactors : public Recommender {
public:
    TransitionFactors(const RunConfig& config, const ModelShape& shape, GeneralPreference preference,
                      InitialWeights initialWeights);

    static Capabilities capabilitiesWith(GeneralPreference preference);
    Capabilities capabilities() const override { return capabilitiesWith(m_preference); }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void to(Device /*device*/) override {}  // stays on the CPU: a training step is too small to gain from a GPU
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    std::int64_t maxItemsPerCall() const override { return 1 << 13; }
    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }
    /// Returns (V, d) for FMC, or (V, 2 d) for FPMC, with the transition part first.
    std::vector<float> itemVectors() const override;
    std::vector<std::string> userTensors() const override;

    // Access for the training module, which updates the parameters in place.
    bool hasPreference() const { return m_preference == GeneralPreference::OfUser; }
    std::int64_t dim() const { return m_dim; }
    float* previous(Token token) { return m_previous + token * m_dim; }
    float* next(Token token) { return m_next + token * m_dim; }
    float* user(std::int64_t index) { return m_users + (index + 1) * m_dim; }
    float* item(Token token) { return m_items + token * m_dim; }
    ItemCounts& counts() { return m_counts; }
    HostTensors& tensors() { return m_tensors; }

private:
    void drawVectors();

    RunConfig m_config;
    ModelShape m_shape;
    GeneralPreference m_preference;
    std::int64_t m_dim;
    HostTensors m_tensors;
    float *m_previous, *m_next, *m_users = nullptr, *m_items = nullptr;
    ItemCounts m_counts;
    ProductScorer m_scorer;
};

/// Trains FMC or FPMC by S-BPR (Rendle et al., WWW 2010): the loss is -log sigmoid(score of the positive item - score
/// of the negative item).
class TransitionFactorsTrainingModule : public SampleTrainingModule<TransitionSamples> {
public:
    /// `model` must outlive this.
    TransitionFactorsTrainingModule(TransitionFactors& model, const RunConfig& config)
        : m_model(model), m_config(config), m_modelConfig(transitionFactorsOf(config)) {}

    /// Makes one update and returns the loss before the update, without the weight decay.
    float update(const TransitionSample& sample, double learningRate);

protected:
    TransitionSamples samplesOf(const Histories& histories) override;
    double learnAll(std::span<const TransitionSample> samples, double learningRate) override;

private:
    TransitionFactors& m_model;
    RunConfig m_config;
    TransitionFactorsConfig m_modelConfig;
};

/// The registry entry of FMC or FPMC, without `info` and `presets`.
ModelEntry transitionFactorsEntry(const RunConfig& config, GeneralPreference preference);

}  // namespace recscope
