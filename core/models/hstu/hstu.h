// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/models/hstu/pointwise_attention.h"
#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// HSTU (Zhai et al., ICML 2024): a causal sequence model whose attention weights are SiLU values instead of a softmax,
/// with learned numbers for distances and time gaps, and a gate in place of the feed-forward layers. Scores are cosines
/// divided by a temperature. Its tensors are listed by `hstuTensors`. Without times in a history, the time gaps add
/// nothing.
class Hstu : public HostRecommender, public AttentionReader {
public:
    /// Initial values: item vectors, positions, biases and input projections normal with deviation 0.02, output
    /// projections Glorot uniform, norms 1, other biases 0.
    Hstu(const RunConfig& config, const ModelShape& shape, InitialWeights start);

    Capabilities capabilities() const override;
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void score(std::span<const Query> queries, const Take& take, const std::stop_token& stop) override;
    /// Item vectors of length 1.
    std::vector<float> itemVectors() const override;

    AttentionReader* attention() override { return this; }
    AttendedAnswer attend(const Query& query, const std::stop_token& stop) override;
    HeadSteps headSteps(const Query& query, HeadId head, std::int32_t row) override;
    std::unique_ptr<Recommender> withoutHeads(std::span<const HeadId> heads) const override;

private:
    void drawWeights();
    /// The rows that the model reads for these queries.
    HstuRows rowsOf(std::span<const Query> queries) const;
    /// States of the predicting positions, (queries, d), divided by their length and by the temperature, so that their
    /// products with the item vectors are the scores.
    kernels::Matrix statesOf(const HstuRows& rows, kernels::Arena& arena,
                             std::vector<std::vector<float>>* maps = nullptr);

    std::vector<HeadId> m_off;         ///< heads that are switched off
    std::vector<float> m_itemVectors;  ///< (V + 2, d) of length 1; kept between calls of `score`
};

ModelEntry hstuEntry();

RunConfig hstuConfig();
std::vector<Preset> hstuPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
