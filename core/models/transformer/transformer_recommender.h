// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/config/run_config.h"
#include "core/models/transformer/sequence_model.h"
#include "core/models/transformer/sequence_scorer.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// Implements the interfaces through which the rest of the program uses a transformer (SequenceModel).
class TransformerRecommender : public Recommender, public AttentionReader, public MaskedItemPredictor {
public:
    TransformerRecommender(const RunConfig& config, const TransformerTraits& traits, const ModelShape& shape,
                           InitialWeights initialWeights);
    ~TransformerRecommender() override;

    SequenceModel& model() { return *m_model; }
    const SequenceModel& model() const { return *m_model; }

    Capabilities capabilities() const override;
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override;
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) override;
    void to(Device device) override;
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    std::int64_t maxItemsPerCall() const override;
    void putWeights(SafeTensors& to) const override;
    void setWeights(const SafeTensors& weights) override;
    std::vector<float> itemVectors() const override;
    std::vector<float> itemOffsets() const override;

    AttentionReader* attention() override { return this; }
    AttentionResult attend(const Query& query, const std::stop_token& stop) override;
    HeadSteps headSteps(const Query& query, HeadId head, std::int32_t row) override;
    std::unique_ptr<Recommender> withoutHeads(std::span<const HeadId> heads) const override;

    MaskedItemPredictor* maskedItemPredictor() override { return m_traits.task == Task::Cloze ? this : nullptr; }
    std::vector<std::vector<float>> fill(std::span<const Token> history,
                                         std::span<const std::int32_t> positions) override;

private:
    /// Returns an answer in which only `positions` and `firstPosition` are set: the part of the query that the model
    /// reads.
    AttentionResult read(const Query& query) const;
    /// Throws Error(Usage) if the model does not have this head.
    void requireHead(HeadId head) const;

    RunConfig m_config;
    TransformerTraits m_traits;
    ModelShape m_shape;
    std::shared_ptr<SequenceModel> m_model;
    std::unique_ptr<SequenceScorer> m_scorer;  ///< created on first use, because it starts threads
};

Capabilities transformerCapabilities(const RunConfig& config, const TransformerTraits& traits);

}  // namespace recscope
