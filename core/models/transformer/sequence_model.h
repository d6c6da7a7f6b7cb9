// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/types.h>

#include <memory>
#include <vector>

#include "core/losses/losses.h"
#include "core/models/transformer/dropout.h"
#include "core/models/transformer/traits.h"

namespace recscope {

// Shapes in this file: B histories of T positions, C values per state, H heads with D = C / H values each, V items, M
// chosen states. N is the largest number of positions that the model reads.

/// How attention is computed. Explicit: step by step, so that the attention weights are available; Fused: by LibTorch
/// (`fusedAttention`); OfDevice: fused on a GPU and explicit on the CPU, because only explicit attention draws its
/// dropout from the DropoutStream.
enum class AttentionImplementation { OfDevice, Explicit, Fused };

/// The intermediate results of one layer, for inspection.
struct LayerTrace {
    torch::Tensor input;                   ///< (B, T, C) input of the layer
    torch::Tensor query, key, value;       ///< (B, H, T, D)
    torch::Tensor attended;                ///< (B, T, C) output of the attention, after its output projection
    torch::Tensor afterAttention, output;  ///< (B, T, C) after the attention's residual and norm; output of the layer
};

/// Options and optional outputs of one forward pass.
struct ForwardPass {
    DropoutStream* dropout = nullptr;                 ///< null = evaluation, without dropout
    std::vector<torch::Tensor>* attention = nullptr;  ///< if not null, receives the (B, H, T, T) weights of each layer
    std::vector<LayerTrace>* layers = nullptr;        ///< if not null, receives a trace of each layer
    torch::Tensor hidden = {};  ///< (B, T) bool: positions that no other position attends to; may be undefined
    AttentionImplementation attentionImplementation =
        AttentionImplementation::OfDevice;  ///< if `attention` or `layers` is set, Explicit is used instead

    torch::Tensor drop(const torch::Tensor& values, double p) const {
        return dropout ? dropout->apply(values, p) : values;
    }
};

/// A model that turns histories into states and states into scores. The names of the parameters (`named_parameters()`)
/// are the tensor names of the weights files.
class SequenceModel : public torch::nn::Module {
public:
    virtual const TransformerTraits& traits() const = 0;
    Task task() const { return traits().task; }
    torch::Device device() const { return parameters().front().device(); }

    /// tokens (B, T) int64, left-padded with PAD, T <= N -> states (B, T, C). Column T - 1 is the newest position.
    /// States at padding are meaningless.
    virtual torch::Tensor states(const torch::Tensor& tokens, const ForwardPass& pass) = 0;

    // The score of an item is the dot product of its vector and the state after the output layers, plus the item's
    // bias.
    virtual torch::Tensor outputStates(const torch::Tensor& states) = 0;  ///< (M, C) -> (M, C)
    virtual torch::Tensor itemVectors() = 0;                              ///< (V + 2, C), rows = tokens
    virtual torch::Tensor itemBias() = 0;                                 ///< (V + 2); undefined if there is no bias

    /// Scores of all tokens for chosen states: (M, C) -> (M, V + 2). Only entries 1…V are meaningful.
    torch::Tensor logits(const torch::Tensor& states);
    /// The input of a loss for chosen states (M, C).
    OutputTensors output(const torch::Tensor& states);
};

}  // namespace recscope
