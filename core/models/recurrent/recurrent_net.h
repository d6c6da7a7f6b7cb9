// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/batch/prefix_samples.h"
#include "core/kernels/operations.h"
#include "core/kernels/position_order.h"
#include "core/kernels/recurrent.h"
#include "core/losses/ranking_rows.h"
#include "core/models/minibatch/minibatch_step.h"
#include "core/models/recurrent/recurrent_config.h"

namespace recscope {

/// Windows of histories for training: N windows with P positions. At each position, the next item is predicted.
struct RecurrentBatch {
    PackedHistories histories;
    std::vector<std::int32_t> users;  ///< (N) row of each window's user in the user table; not for all models
    std::vector<Token> targets;       ///< (P) the next item of each position
    std::vector<Token> negatives;     ///< (P k) the negatives of each target; empty for the loss ce
    double weight = 1;                ///< of each position: 1 / number of positions of the whole batch
    std::uint64_t dropoutSeed = 0;    ///< 0: nothing is dropped
};

/// The network of the recurrent models. x_t is the vector of a history's item t, h_t the state after it, and the score
/// of an item is h_t . its vector + its bias.
/// - DREAM: h_t = activation(W x_t + U h_{t-1}), without biases of items.
/// - LSTM: an LSTM layer.
/// - User-based GRU, linear form: a GRU with the input [x_t ; vector of the user], so that each gate reads the user.
class RecurrentNet {
public:
    RecurrentNet(const RunConfig& config, const ParameterLookup& parameters);

    /// Returns the state of each history after its newest item, (N, d); that of an empty history is zero. `users` as in
    /// RecurrentBatch. This and the arguments must outlive the tape, and a later call invalidates it.
    kernels::Variable& newestStates(kernels::Tape& tape, const PackedHistories& histories,
                                    const std::vector<std::int32_t>& users);
    /// Returns the contribution of these windows to the batch's mean loss and adds the gradients of that contribution.
    double computeGradients(const RecurrentBatch& batch, kernels::Arena& arena);

private:
    /// Returns the state at each position (P, d), in the order of m_order.
    kernels::Variable& states(kernels::Tape& tape, const PackedHistories& histories,
                              const std::vector<std::int32_t>& users, std::uint64_t dropoutSeed);
    /// The states of the layer for the item vectors x (P, d), both in the order of m_order.
    kernels::Variable& layerStates(kernels::Tape& tape, kernels::Variable& x, const std::vector<std::int32_t>& users,
                                   const kernels::Dropout& dropout);
    /// Returns the contribution of these windows to a loss with drawn negatives, and writes the gradients of the
    /// scores.
    double rankingLoss(kernels::Tape& tape, kernels::Variable& states, const RecurrentBatch& batch);

    RecurrentConfig m_config;
    RecurrentLayer m_kind;
    RankingLoss m_loss;
    kernels::Parameter m_items, m_itemBias, m_users;
    kernels::RecurrentParameters m_layer;
    kernels::Parameter m_hiddenBias;  ///< of the GRU

    // From the last call.
    kernels::PositionOrder m_order;
    std::vector<Token> m_tokens;             ///< (P) the item of each row
    std::vector<std::int32_t> m_userRows;    ///< (P) index in the user table of each row's user
    std::vector<std::int32_t> m_newestRows;  ///< (N) row of the newest position of each history; -1 if it is empty
    std::vector<kernels::ScoredItem> m_pairs;
};

}  // namespace recscope
