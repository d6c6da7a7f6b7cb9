// SPDX-License-Identifier: GPL-3.0-or-later
// What a sample of BPR (Rendle et al., UAI 2009) does to its vectors, in loops that become vector instructions.
#pragma once

#include <cstdint>

namespace recscope::pairs {

/// p . (q - r)
float dotOfDifference(const float* p, const float* q, const float* r, std::int64_t count);

/// p = keepP p + by (q - r), q = keepQ q + by p, r = keepR r - by p; all three are read before any is written.
void updateVectors(float* p, float* q, float* r, std::int64_t count, float by, float keepP, float keepQ, float keepR);

/// p = keepP p + by (q - r), and nothing else.
void updateVector(float* p, const float* q, const float* r, std::int64_t count, float by, float keepP);

/// -log sigmoid(x), and the part of the sigmoid that is missing: sigmoid(-x).
struct PairLoss {
    float loss, slope;
};
PairLoss pairLoss(float x);

}  // namespace recscope::pairs
