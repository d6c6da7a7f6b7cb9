// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/host_recommender.h"

namespace recscope {

std::vector<float> HostRecommender::rowsOfItems(const float* table, std::int64_t dim) const {
    const float* const first = table + kFirstItemToken * dim;
    return {first, first + m_shape.itemCount * dim};
}

}  // namespace recscope
