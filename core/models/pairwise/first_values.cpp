// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/first_values.h"

#include "core/models/minibatch/first_values.h"

namespace recscope {

namespace {

double firstValue(FirstValues kind, std::int64_t dim, Random& random) {
    switch (kind) {
        case FirstValues::Small:
            return (random.uniform() - 0.5) / static_cast<double>(dim);
        case FirstValues::Unit:
            return random.uniform();
        case FirstValues::Normal:
            break;
    }
    return 0.01 * standardNormal(random);
}

}  // namespace

void drawFirstValues(FirstValues kind, std::int64_t dim, Random& random, std::span<float> values) {
    for (float& value : values) value = static_cast<float>(firstValue(kind, dim, random));
}

}  // namespace recscope
