// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/initializer.h"

#include "core/models/minibatch/random_tensors.h"

namespace recscope {

namespace {

double initialValue(Initializer kind, std::int64_t dim, Random& random) {
    switch (kind) {
        case Initializer::Small:
            return (random.uniform() - 0.5) / static_cast<double>(dim);
        case Initializer::Unit:
            return random.uniform();
        case Initializer::Normal:
            break;
    }
    return 0.01 * standardNormal(random);
}

}  // namespace

void drawInitialValues(Initializer kind, std::int64_t dim, Random& random, std::span<float> values) {
    for (float& value : values) value = static_cast<float>(initialValue(kind, dim, random));
}

}  // namespace recscope
