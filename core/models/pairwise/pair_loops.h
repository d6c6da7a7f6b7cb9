// SPDX-License-Identifier: GPL-3.0-or-later
// The vector operations of a BPR sample (Rendle et al., UAI 2009), in loops that the compiler vectorizes.
#pragma once

#include <cstdint>

namespace recscope::pairs {

/// p . (q - r)
float dotOfDifference(const float* p, const float* q, const float* r, std::int64_t count);

/// p = keepP p + by (q - r), q = keepQ q + by p, r = keepR r - by p; all three are read before any is written.
void updateVectors(float* p, float* q, float* r, std::int64_t count, float by, float keepP, float keepQ, float keepR);

/// p = keepP p + by (q - r); q and r are unchanged.
void updateVector(float* p, const float* q, const float* r, std::int64_t count, float by, float keepP);

/// -log sigmoid(x) and its negated derivative, sigmoid(-x).
struct PairLoss {
    float loss, slope;
};
PairLoss pairLoss(float x);

}  // namespace recscope::pairs
