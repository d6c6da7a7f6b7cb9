// SPDX-License-Identifier: GPL-3.0-or-later
// What a sample of TransRec does to its vectors, in loops that become vector instructions.
#pragma once

#include <cstdint>

namespace recscope::transrec {

/// The vectors of a sample, `count` numbers each, no two the same: gamma of the last item, the translations of all and
/// of the user, gamma of the wanted item and of the other.
struct SampleVectors {
    float *last, *global, *user, *positive, *other;
    std::int64_t count;
};

/// With x = last + global + user: |x - other|^2 - |x - wanted|^2
float distanceGap(const SampleVectors& vectors);

/// What each vector is multiplied with before its part of the gradient is added.
struct Keep {
    float item, global, user;
};

/// The squared lengths of the items' vectors.
struct Squares {
    float last, positive, other;
};

/// One step: `by` is twice the learning rate times what is missing of the sigmoid. All are read before any is written.
Squares translate(const SampleVectors& vectors, float by, const Keep& keep);

/// Scales a vector that is longer than 1 to length 1.
void projectIntoUnitBall(float* vector, std::int64_t count);
/// The same where the squared length is known.
void projectIntoUnitBall(float* vector, std::int64_t count, float square);

/// out = a + b + c
void addThree(const float* a, const float* b, const float* c, float* out, std::int64_t count);

}  // namespace recscope::transrec
