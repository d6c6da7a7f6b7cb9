// SPDX-License-Identifier: GPL-3.0-or-later
// The vector operations of a TransRec sample, in loops that the compiler vectorizes.
#pragma once

#include <cstdint>

namespace recscope::transrec {

/// The vectors of a sample, `count` values each, which must not overlap: gamma of the last item, the global
/// translation, the user's translation, gamma of the positive item, and gamma of the negative item (`negative`).
struct SampleVectors {
    float *last, *global, *user, *positive, *negative;
    std::int64_t count;
};

/// Returns |x - negative|^2 - |x - positive|^2, where x = last + global + user.
float distanceDifference(const SampleVectors& vectors);

/// The factors by which weight decay scales the vectors before the step changes them.
struct DecayFactors {
    float item, global, user;
};

/// The squared L2 norms of the items' vectors.
struct SquaredNorms {
    float last, positive, negative;
};

/// Makes one step and returns the squared L2 norms of the items' vectors after it. `stepSize` is twice the learning
/// rate times 1 - sigmoid(the difference of the two scores). All vectors are read before any is written.
SquaredNorms updateVectors(const SampleVectors& vectors, float stepSize, const DecayFactors& decay);

/// Scales a vector with an L2 norm above 1 to norm 1.
void projectIntoUnitBall(float* vector, std::int64_t count);
/// The same, given the squared norm `square` of the vector.
void projectIntoUnitBall(float* vector, std::int64_t count, float square);

/// out = a + b + c
void addThree(const float* a, const float* b, const float* c, float* out, std::int64_t count);

}  // namespace recscope::transrec
