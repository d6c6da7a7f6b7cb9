// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/models/pairwise/product_scorer.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/item_counts.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// TransRec (He et al., RecSys 2017): items are points in the unit ball, and a user is a translation from one item to
/// the next. The score of candidate c for user u after the last item l is beta_c - |gamma_l + t + t_u - gamma_c|^2.
/// Tensors, for U users and V items plus PAD and MASK: `item_embedding.weight` gamma (V + 2, d), `global_translation` t
/// (d), `user_translation.weight` t_u (U + 1, d): row 0, for unknown users, stays zero; `item_bias` beta (V + 2),
/// `item_count` (V + 2), the number of training interactions of each item. For a query without a last item, items are
/// ranked by popularity.
class TransRec : public Recommender {
public:
    TransRec(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override { return kCapabilities; }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void to(Device /*device*/) override {}  // stays on the CPU: a training step is too small to gain from a GPU
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    std::int64_t maxItemsPerCall() const override { return 1 << 13; }
    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }
    /// Returns gamma. A score is the dot product of gamma_c and 2 (gamma_l + t + t_u), plus the offset of c, plus a
    /// term that is the same for all candidates.
    std::vector<float> itemVectors() const override;
    std::vector<std::string> userTensors() const override { return {"user_translation.weight"}; }
    std::vector<float> itemOffsets() const override;  ///< beta_c - |gamma_c|^2

    // Access for the training module, which updates the parameters in place.
    std::int64_t dim() const { return m_dim; }
    float* item(Token token) { return m_items + token * m_dim; }
    float* global() { return m_global; }
    float* user(std::int64_t index) { return m_users + (index + 1) * m_dim; }
    float& bias(Token token) { return m_bias[token]; }
    ItemCounts& counts() { return m_counts; }

    static constexpr Capabilities kCapabilities = {.maxLength = 1,
                                                   .readsUser = true,
                                                   .refitsUser = true,
                                                   .unknownUser = UnknownUser::HistoryAlone,
                                                   .readsOrder = true,
                                                   .hasItemVectors = true};

private:
    void drawVectors();
    std::vector<float> offsetsByToken() const;  ///< (V + 2)

    RunConfig m_config;
    ModelShape m_shape;
    std::int64_t m_dim;
    HostTensors m_tensors;
    float *m_items, *m_global, *m_users, *m_bias;
    ItemCounts m_counts;
    ProductScorer m_scorer;
};

ModelEntry transRecEntry();

RunConfig transRecConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> transRecPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
