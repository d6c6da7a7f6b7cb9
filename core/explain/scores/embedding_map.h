// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/explain/scores/inference_session.h"

namespace recscope {

/// Item vectors projected on their first two principal components. The sign of a component is chosen so that its
/// coefficient of largest magnitude is positive; the same weights therefore always give the same map.
struct EmbeddingMap {
    std::vector<float> x, y;            ///< coordinates, shape (V); item token t is at index t - 1
    std::array<double, 2> explained{};  ///< shares of the total variance that x and y explain, 0…1
};
EmbeddingMap embeddingMap(const InferenceSession& inference);

struct Neighbour {
    Token token = kPadToken;
    float cosine = 0;  ///< -1…1
};
/// The nearest items by cosine similarity of their vectors, nearest first; the item itself is left out. Throws
/// Error(Input) for a token that is not an item.
std::vector<Neighbour> nearestItems(const InferenceSession& inference, Token item, std::int32_t count);

}  // namespace recscope
