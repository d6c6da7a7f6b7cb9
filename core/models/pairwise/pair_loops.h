// SPDX-License-Identifier: GPL-3.0-or-later
// The vector operations of a BPR sample (Rendle et al., UAI 2009), in loops that the compiler vectorizes.
#pragma once

#include <cstdint>

namespace recscope::pairs {

/// p . (q - r)
float dotOfDifference(const float* p, const float* q, const float* r, std::int64_t count);

/// p = decayP p + stepSize (q - r), q = decayQ q + stepSize p, r = decayR r - stepSize p; all three are read before any
/// is written.
void updateVectors(float* p, float* q, float* r, std::int64_t count, float stepSize, float decayP, float decayQ,
                   float decayR);

/// p = decayP p + stepSize (q - r); q and r are unchanged.
void updateVector(float* p, const float* q, const float* r, std::int64_t count, float stepSize, float decayP);

/// -log sigmoid(x) and its negated derivative, sigmoid(-x).
struct PairLoss {
    float loss, slope;
};
PairLoss pairLoss(float x);

}  // namespace recscope::pairs
