// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/host_recommender.h"

#include "core/recommender/safetensors.h"

namespace recscope {

SafeTensors HostRecommender::weights() const {
    SafeTensors weights;
    m_tensors.copyTo(weights);
    return weights;
}

std::vector<float> HostRecommender::rowsOfItems(const float* table, std::int64_t dim) const {
    const float* const first = table + kFirstItemToken * dim;
    return {first, first + m_shape.itemCount * dim};
}

}  // namespace recscope
