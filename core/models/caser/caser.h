// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// Caser (Tang & Wang, WSDM 2018): convolution filters look for patterns in the vectors of the newest items as if the
/// vectors were the rows of an image. The filters' output and the user's vector form a state that items are scored
/// against. Tensors, with the symbols of CaserConfig, U users and V items plus PAD and MASK:
/// - `user_embedding.weight` (U + 1, d): user u has row u + 1; row 0, for unknown users, is the mean of all users;
/// - `item_embedding.weight` (V + 2, d);
/// - `convolution.vertical.weight` (n_v, L), `convolution.horizontal.{height}.weight` (n_h, height, d),
///   `dense.weight` (d, n_v d + L n_h), and for each of them a `bias` with as many values as the weight has rows;
/// - `output_embedding.weight` (V + 2, 2 d), `output.bias` (V + 2).
class Caser : public HostRecommender {
public:
    /// Initial values: item and user vectors normal with standard deviation 1/d, output vectors normal with standard
    /// deviation 1/(2 d), output bias 0; filters and dense layer, with their biases, U(-1/sqrt(inputs),
    /// 1/sqrt(inputs)), where `inputs` is the number of values that one filter or unit reads. The rows of PAD and MASK
    /// are zero.
    Caser(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override;
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;

private:
    void drawWeights();

    float* m_inputs;  ///< (V + 2, d): `item_embedding.weight`
};

ModelEntry caserEntry();

RunConfig caserConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> caserPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
