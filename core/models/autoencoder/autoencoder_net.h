// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/kernels/operations.h"
#include "core/models/autoencoder/autoencoder_config.h"
#include "core/models/minibatch/minibatch_step.h"
#include "core/util/random.h"

namespace recscope {

/// The sets of items of N users, concatenated.
struct AutoencoderInputs {
    std::vector<Token> items;
    std::vector<std::int32_t> starts{0};  ///< (N + 1): set n is items[starts[n]] … items[starts[n + 1] - 1]
    std::vector<std::int32_t> users;      ///< (N) row of each user in the user table; 0 = unknown user
    float scale = 1;                      ///< factor of all inputs: 1 / (1 - dropout)

    /// Adds a user's set, ascending and without duplicates; each item is left out with the probability `dropout`.
    void add(std::span<const Token> set, std::int32_t userRow, double dropout, Random& random);
};

/// Some users of a batch, for training.
struct AutoencoderBatch {
    AutoencoderInputs inputs;
    std::vector<Token> targets;                 ///< AutoRec: the items that the users have
    std::vector<std::int32_t> targetStarts{0};  ///< AutoRec: (N + 1) as AutoencoderInputs::starts
    double weight = 1;                          ///< AutoRec: 1 / number of users of the whole batch
    // CDAE: the items that the users have, and the negatives; `labels` is parallel to `pairs`.
    std::vector<kernels::ScoredItem> pairs;
    std::vector<kernels::BinaryTarget> labels;
};

/// The network of AutoRec and CDAE. For the set S of a user's items:
///   state = sigmoid(sum of the encoder vectors of S + user vector (CDAE) + b),  score = state . decoder vector + bias.
/// AutoRec's loss is the squared distance of all scores from 1 (items in S) and 0 (all others), the mean over users.
/// CDAE's is -log sigmoid(score) for items in S and -log(1 - sigmoid(score)) for negatives, divided by
/// the number of both; a user who has all items has no negatives.
class AutoencoderNet {
public:
    explicit AutoencoderNet(const ParameterLookup& parameters);

    /// Returns the states (N, d). `inputs` must outlive the tape.
    kernels::Variable& states(kernels::Tape& tape, const AutoencoderInputs& inputs) const;
    /// Returns the contribution of these users to the batch's loss and adds the gradients of that contribution.
    double computeGradients(const AutoencoderBatch& batch, kernels::Arena& arena) const;

private:
    kernels::Parameter m_encoder, m_encoderBias, m_users, m_decoder, m_decoderBias;
};

}  // namespace recscope
