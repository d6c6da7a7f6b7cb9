// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrent layers on a Tape, besides the GRU of operations.h. x (P, D) -> states (P, H), each history from a zero
// state; rows and `starts` in the order of PositionOrder. All arguments that are not copied must outlive the tape.
#pragma once

#include <cstdint>
#include <span>

#include "core/kernels/tape.h"

namespace recscope::kernels {

/// The tensors of a recurrent layer, for the sums W x_t + b + U h_{t-1}; `bias` may be null: zeros.
struct RecurrentParameters {
    Parameter input, bias, hidden;  ///< W (G, D), b (G), U (G, H)
};
/// A simple recurrent layer: h_t = activation(W x_t + b + U h_{t-1}), G = H. `kind` is not None.
Variable& simpleRecurrentStates(Tape& tape, Variable& x, const RecurrentParameters& parameters, Activation kind,
                                std::span<const std::int32_t> starts);

/// An LSTM layer (Hochreiter & Schmidhuber, 1997, with the forget gate of Gers et al., 2000), G = 4 H. The sums belong
/// to i, f, g and o, in this order, as in torch.nn.LSTM: c_t = sigmoid(f) c_{t-1} + sigmoid(i) tanh(g), h_t =
/// sigmoid(o) tanh(c_t); c_t, too, is zero before a history.
Variable& lstmStates(Tape& tape, Variable& x, const RecurrentParameters& parameters,
                     std::span<const std::int32_t> starts);

}  // namespace recscope::kernels
