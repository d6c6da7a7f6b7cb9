// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/models/hstu/pointwise_attention.h"
#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// HSTU (Zhai et al., ICML 2024): a causal sequence model whose attention weights are SiLU values instead of a softmax,
/// with learned biases for relative positions and time differences, and a gate in place of the feed-forward layers.
/// Scores are cosines divided by a temperature. Its tensors are listed by `hstuTensors`. If a history has no times, the
/// time biases are left out.
class Hstu : public HostRecommender, public AttentionReader {
public:
    /// Initial values: item and position embeddings, attention biases and input projections are normal with standard
    /// deviation 0.02; output projections are Glorot uniform; LayerNorm weights are 1; all other biases are 0.
    Hstu(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override;
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    /// Item embeddings, normalized to unit L2 norm.
    std::vector<float> itemVectors() const override;

    AttentionReader* attention() override { return this; }
    AttentionResult attend(const Query& query, const std::stop_token& stop) override;
    HeadSteps headSteps(const Query& query, HeadId head, std::int32_t row) override;
    std::unique_ptr<Recommender> withoutHeads(std::span<const HeadId> heads) const override;

private:
    void drawWeights();
    /// The packed rows of the newest `maxLength` positions of each query.
    HstuRows rowsOf(std::span<const Query> queries) const;
    /// The final state at each query's newest position that is not hidden, divided by its L2 norm and by the
    /// temperature, so that its dot products with the unit-norm item embeddings are the scores. Shape: (queries, d).
    /// `maps` as in HstuNet::states.
    kernels::Matrix statesOf(const HstuRows& rows, kernels::Arena& arena,
                             std::vector<std::vector<float>>* maps = nullptr);

    std::vector<HeadId> m_disabledHeads;  ///< heads whose output is replaced with 0
    std::vector<float> m_itemVectors;     ///< (V + 2, d), each row of unit norm; recomputed by each call of `score`
};

ModelEntry hstuEntry();

RunConfig hstuConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> hstuPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
