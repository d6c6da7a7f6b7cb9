// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/models/gru4rec/gru4rec_config.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/util/worker_pool.h"

namespace recscope {

/// GRU4Rec (Hidasi et al., ICLR 2016): a GRU reads the whole history, and an item's score is the dot product of the
/// item's output vector and the last state, plus a bias. Tensors, for V items plus PAD and MASK:
/// `item_embedding.weight` (V + 2, d), `gru.layers.{i}.{input,hidden}.{weight,bias}` (3 d rows: reset, update, new),
/// `output_embedding.weight` (V + 2, d) if untied, `output.bias` (V + 2).
class Gru4Rec : public Recommender {
public:
    /// Initial values: U(-a, a) with a = sqrt(6 / (rows + columns)) for the item vectors and each gate's matrix; biases
    /// 0.
    Gru4Rec(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights);

    Capabilities capabilities() const override { return kCapabilities; }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void to(Device /*device*/) override {}  // stays on the CPU: a training step is too small to gain from a GPU
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    std::int64_t maxItemsPerCall() const override { return 1 << 16; }
    void putWeights(SafeTensors& to) const override { m_tensors.copyTo(to); }
    void setWeights(const SafeTensors& weights) override { m_tensors.copyFrom(weights); }
    std::vector<float> itemVectors() const override;

    /// The memory of the weights, which the training module updates in place.
    struct Parameters {
        float* items = nullptr;   ///< (V + 2, d), input vectors
        float* output = nullptr;  ///< (V + 2, d), output vectors; the same pointer as `items` if tied
        float* bias = nullptr;    ///< (V + 2)
        std::vector<GruWeights> layers;
    };
    const Parameters& parameters() const { return m_parameters; }

    static constexpr Capabilities kCapabilities = {.needsHistory = true, .readsOrder = true, .hasItemVectors = true};

private:
    struct Reading;
    void drawWeights();
    void scoreGroup(std::span<const Reading> group, const ScoreSink& sink, const std::stop_token& stop) const;

    RunConfig m_config;
    ModelShape m_shape;
    std::int64_t m_dim;
    HostTensors m_tensors;
    Parameters m_parameters;
    std::unique_ptr<WorkerPool> m_pool;  ///< created on first use
};

/// The registry entry of GRU4Rec. Its config keys and presets also cover GRU4Rec+ (more losses, additional negatives).
ModelEntry gru4RecEntry();

RunConfig gru4RecConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> gru4RecPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
