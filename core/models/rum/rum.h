// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/prefix_samples.h"
#include "core/config/config_schema.h"
#include "core/kernels/operations.h"
#include "core/models/minibatch/minibatch_step.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// The config of RUM (Chen et al., WSDM 2018).
struct RumConfig {
    std::int64_t dim = 64;       ///< d: width of the vectors of users and items
    std::int64_t memory = 5;     ///< K: number of newest items in the memory
    double alpha = 1;            ///< weight of what is read from the memory, beside the user vector
    std::int64_t negatives = 4;  ///< items that the user does not have, per interaction

    bool operator==(const RumConfig&) const = default;
};

/// Some samples of a batch.
struct RumBatch {
    std::vector<std::int32_t> users;           ///< (N) row of each user in the user table
    PackedHistories memories;                  ///< the memories of the N users
    std::vector<kernels::ScoredItem> pairs;    ///< next items and negatives
    std::vector<kernels::BinaryTarget> kinds;  ///< parallel to pairs: next item or negative
};

/// Returns the sum of weight * -log sigmoid(score) over the next items and of weight * -log(1 - sigmoid(score)) over
/// the negatives, and adds its gradients to those of the tensors.
double computeRumGradients(const ParameterLookup& tensors, double alpha, const RumBatch& batch, kernels::Arena& arena);

/// RUM with an item-level memory (Chen et al., WSDM 2018). The memory of a user holds the vectors m_t of the newest K
/// items, and a candidate with vector q reads it by attention, so that the state of a user depends on the candidate:
///   score = q . (u + alpha * sum_t softmax(q . m)_t m_t),
/// where u is the vector of the user. Tensors, for U users and V items plus PAD and MASK: `item_embedding.weight`
/// (V + 2, d), the vectors of candidates and of the memory, and `user_embedding.weight` (U + 1, d): user u has row
/// u + 1; row 0, for unknown users, is the mean of all users.
/// Initial values: normal with standard deviation 0.1.
ModelEntry rumEntry();

}  // namespace recscope
