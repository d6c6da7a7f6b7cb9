// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/embedding_map.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace recscope {

namespace {

/// Column `index` of the eigenvectors, with its sign chosen so that its coefficient of largest magnitude is positive.
torch::Tensor direction(const torch::Tensor& vectors, std::int64_t index) {
    const torch::Tensor column = vectors.select(1, index);
    return column[column.abs().argmax()].item<double>() < 0 ? -column : column;
}

}  // namespace

EmbeddingMap embeddingMap(const InferenceSession& inference) {
    const torch::NoGradGuard noGrad;
    std::vector<float> values = inference.itemVectors();
    const std::int64_t V = inference.itemCount(), C = static_cast<std::int64_t>(values.size()) / V;
    const torch::Tensor vectors = torch::from_blob(values.data(), {V, C}).to(torch::kDouble);  // (V, C)
    const torch::Tensor centred = vectors - vectors.mean(0, /*keepdim=*/true);
    const torch::Tensor scatter = torch::matmul(centred.t(), centred);  // (C, C)
    const auto [eigenvalues, axes] = torch::linalg_eigh(scatter, "L");  // eigenvalues ascending
    const double all = eigenvalues.sum().item<double>();
    EmbeddingMap map;
    std::vector<float>* const coordinates[] = {&map.x, &map.y};
    for (std::int64_t axis = 0; axis < 2; ++axis) {
        if (axis >= C) {
            coordinates[axis]->assign(static_cast<std::size_t>(V), 0);
            continue;
        }
        const torch::Tensor along =
            torch::matmul(centred, direction(axes, C - 1 - axis)).to(torch::kFloat).contiguous();
        coordinates[axis]->assign(along.data_ptr<float>(), along.data_ptr<float>() + V);
        const double share = all > 0 ? eigenvalues[C - 1 - axis].item<double>() / all : 0;
        map.explained[static_cast<std::size_t>(axis)] = std::max(0.0, share);
    }
    return map;
}

std::vector<Neighbour> nearestItems(const InferenceSession& inference, Token item, std::int32_t count) {
    inference.requireItems({&item, 1});
    const std::vector<float> vectors = inference.itemVectors();
    const auto width = vectors.size() / static_cast<std::size_t>(inference.itemCount());
    const auto vectorOf = [&](Token token) {
        return std::span(vectors).subspan(static_cast<std::size_t>(token - kFirstItemToken) * width, width);
    };
    const auto dot = [](std::span<const float> a, std::span<const float> b) {
        return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
    };
    const auto vector = vectorOf(item);
    const double ownLength = std::sqrt(dot(vector, vector));
    std::vector<Neighbour> all;
    for (Token token = kFirstItemToken; token <= inference.itemCount(); ++token) {
        if (token == item) continue;
        const auto other = vectorOf(token);
        const double lengths = ownLength * std::sqrt(dot(other, other));
        all.push_back({.token = token, .cosine = lengths > 0 ? static_cast<float>(dot(vector, other) / lengths) : 0});
    }
    const auto kept = std::min(all.size(), static_cast<std::size_t>(std::max(count, 0)));
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(),
                      [](const Neighbour& a, const Neighbour& b) {
                          return a.cosine != b.cosine ? a.cosine > b.cosine : a.token < b.token;
                      });
    all.resize(kept);
    return all;
}

}  // namespace recscope
