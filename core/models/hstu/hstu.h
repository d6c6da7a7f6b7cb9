// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/models/hstu/pointwise_attention.h"
#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// HSTU (Zhai et al., ICML 2024): a causal sequence model whose attention weights are SiLU values instead of a softmax,
/// with learned biases for position distances and time gaps, and a gate in place of the feed-forward layers. Scores are
/// cosines divided by a temperature. Its tensors are listed by `hstuTensors`. If a history has no times, the time
/// biases are left out.
class Hstu : public HostRecommender, public AttentionReader {
public:
    /// Initial values: item vectors, positions, biases and input projections normal with deviation 0.02, output
    /// projections Glorot uniform, weights of LayerNorm 1, other biases 0.
    Hstu(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override;
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    /// Item vectors of length 1.
    std::vector<float> itemVectors() const override;

    AttentionReader* attention() override { return this; }
    AttentionResult attend(const Query& query, const std::stop_token& stop) override;
    HeadSteps headSteps(const Query& query, HeadId head, std::int32_t row) override;
    std::unique_ptr<Recommender> withoutHeads(std::span<const HeadId> heads) const override;

private:
    void drawWeights();
    /// The packed rows of the newest `maxLength` positions of each query.
    HstuRows rowsOf(std::span<const Query> queries) const;
    /// The state of each query's newest position that is not hidden, (queries, d), divided by its L2 norm and by the
    /// temperature, so that its products with the item vectors of length 1 are the scores. `maps` as in
    /// HstuNet::states.
    kernels::Matrix statesOf(const HstuRows& rows, kernels::Arena& arena,
                             std::vector<std::vector<float>>* maps = nullptr);

    std::vector<HeadId> m_disabledHeads;  ///< heads whose output is replaced with 0
    std::vector<float> m_itemVectors;     ///< (V + 2, d) of length 1; recomputed by each call of `score`
};

ModelEntry hstuEntry();

RunConfig hstuConfig();
std::vector<Preset> hstuPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
