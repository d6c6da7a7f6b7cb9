// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "core/models/transformer/sequence_model.h"
#include "core/models/transformer/transformer_config.h"

namespace recscope {

/// Computes next-item scores for B histories and V items, without gradients and dropout. `predictionInput` turns each
/// history into the positions that the model reads. Used for evaluation, for recommendation, and for the removal test,
/// which measures how scores change without an item. A PAD token within a history is a hidden position: no other
/// position attends to it. The scores are those of the newest position that is not PAD.
class SequenceScorer {
public:
    /// `model` must outlive this and stay on its device.
    SequenceScorer(SequenceModel& model, const TransformerConfig& config, std::int32_t itemCount);
    ~SequenceScorer();

    /// Returns the scores, (B, V + 2) float32 on the CPU. After a stop request, finishes the few histories that are
    /// being scored and throws Error(Cancelled).
    torch::Tensor next(std::span<const std::span<const Token>> histories, const std::stop_token& stop = {});

    /// Receives a history's index and its (V + 2) scores.
    using ScoreSink = std::function<void(std::size_t, std::span<const float>)>;
    /// Passes each history's scores to `sink`, which is called from several threads in parallel. Handles a stop request
    /// like `next`.
    void forEach(std::span<const std::span<const Token>> histories, const ScoreSink& sink,
                 const std::stop_token& stop = {});

private:
    struct Packed;
    void forEachPacked(std::span<const std::vector<Token>> rows, const ScoreSink& sink, const std::stop_token& stop);
    torch::Tensor scoresOrNothing(std::span<const std::vector<Token>> rows);
    SequenceModel& m_model;
    TransformerConfig m_config;
    std::int32_t m_itemCount;
    std::unique_ptr<Packed> m_packed;  ///< the packed model on the CPU; null if LibTorch computes the scores
    std::size_t m_tokensAtOnce;        ///< tokens per pass of LibTorch; lowered when a GPU runs out of memory
};

}  // namespace recscope
