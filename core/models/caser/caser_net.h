// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/arena.h"
#include "core/kernels/loops.h"
#include "core/models/caser/caser_samples.h"
#include "core/models/minibatch/minibatch_step.h"

namespace recscope {

/// N pairs of a user and a window of L consecutive items of that user's history. Symbols as in CaserConfig.
struct CaserInputs {
    std::vector<Token> windows;       ///< (N, L) tokens; the vector of PAD is zero
    std::vector<std::int32_t> users;  ///< (N) row of each user in the user table; 0 = unknown user

    std::int64_t count() const { return static_cast<std::int64_t>(users.size()); }
    void add(std::span<const Token> window, std::int32_t userRow);
};

/// One forward pass of Caser, and the backward pass. The vectors of a window are an image of L rows:
///   v = each vertical filter's weighted sum of the rows,  h = the largest response of each horizontal filter
///   along the rows (ReLU),  z = ReLU(W [v ; h] + b),  state = [z ; user];  a score is state . output vector + bias
class CaserNet {
public:
    CaserNet(const CaserConfig& config, const ParameterLookup& parameters);

    /// Returns the states (N, 2 d), allocated in the arena. The arena and `inputs` must outlive the backward pass.
    /// dropoutSeed 0 disables dropout.
    kernels::Matrix forward(const CaserInputs& inputs, std::uint64_t dropoutSeed, kernels::Arena& arena);
    /// Adds to the gradients of the parameters, given the gradient of the states.
    void backward(const kernels::Matrix& stateGradient);

    /// Returns the contribution of these samples to the batch's loss and adds the gradients of that contribution. The
    /// loss is the mean of -log sigmoid(score) over the targets of all windows plus the mean of -log(1 -
    /// sigmoid(score)) over their negatives.
    double computeGradients(std::span<const CaserSample> samples, std::int64_t batchSamples, std::uint64_t dropoutSeed,
                            kernels::Arena& arena);

private:
    struct Height {
        kernels::Parameter weight, bias;  ///< (n_h, height, d), (n_h)
        kernels::Matrix best;             ///< (N, n_h) largest responses in the last forward pass, after ReLU
        std::vector<std::int32_t> rows;   ///< (N, n_h) the row of the window at which `best` occurred
    };
    /// Writes the largest response of each filter of one height to columns `column`, `column` + 1, … of `features`.
    void applyHorizontalFilters(Height& height, std::int64_t size, const kernels::Matrix& features,
                                std::int64_t column);
    void horizontalFiltersBackward(const Height& height, std::int64_t size, const kernels::Matrix& featureGradient,
                                   std::int64_t column, const kernels::Matrix& imageGradient);
    double score(const float* state, float* stateGradient, Token item, bool positive, double weight);

    CaserConfig m_config;
    kernels::Parameter m_items, m_users, m_vertical, m_verticalBias, m_dense, m_denseBias, m_output, m_outputBias;
    std::vector<Height> m_heights;

    // From the last forward pass.
    const CaserInputs* m_inputs = nullptr;
    kernels::Arena* m_arena = nullptr;
    kernels::Dropout m_dropout;
    kernels::Matrix m_image;     ///< (N, L d) the vectors of each window
    kernels::Matrix m_features;  ///< (N, n_v d + L n_h) [v ; h] after dropout
    float* m_slopes = nullptr;   ///< (N, d) derivatives of the ReLU that yields z
};

}  // namespace recscope
