// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/attention_views.h"

#include <algorithm>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::size_t cellsOf(std::int32_t size) {
    return static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
}

AttentionView zeros(std::int32_t size) {
    return {.size = size, .weights = std::vector<float>(cellsOf(size), 0)};
}

void addTo(AttentionView& sum, std::span<const float> map, float factor) {
    for (std::size_t i = 0; i < map.size(); ++i) sum.weights[i] += factor * map[i];
}

/// The matrix product a x b.
AttentionView product(const AttentionView& a, const AttentionView& b) {
    AttentionView result = zeros(a.size);
    const auto size = static_cast<std::size_t>(a.size);
    for (std::size_t i = 0; i < size; ++i) {
        float* const out = result.weights.data() + i * size;
        for (std::size_t k = 0; k < size; ++k) {
            const float weight = a.weights[i * size + k];
            if (weight == 0) continue;  // true for almost half of the weights of a causal map
            const float* const row = b.weights.data() + k * size;
            for (std::size_t j = 0; j < size; ++j) out[j] += weight * row[j];
        }
    }
    return result;
}

/// 0.5 A + 0.5 I with rows normalised to a sum of 1, where A is the mean map over the layer's heads. The identity I
/// represents the residual connection.
AttentionView withResidual(const AttentionMaps& maps, std::int32_t layer) {
    AttentionView view = meanOverHeads(maps, layer);
    const auto size = static_cast<std::size_t>(view.size);
    for (std::size_t row = 0; row < size; ++row) {
        const std::span<float> weights = std::span(view.weights).subspan(row * size, size);
        double sum = 0;
        for (std::size_t column = 0; column < size; ++column) {
            weights[column] = 0.5F * weights[column] + (row == column ? 0.5F : 0.0F);
            sum += weights[column];
        }
        for (float& weight : weights) weight = static_cast<float>(weight / sum);
    }
    return view;
}

}  // namespace

float AttentionView::at(std::int32_t row, std::int32_t column) const {
    return this->row(row)[static_cast<std::size_t>(column)];
}

std::span<const float> AttentionView::row(std::int32_t row) const {
    const auto width = static_cast<std::size_t>(size);
    return std::span<const float>(weights).subspan(static_cast<std::size_t>(row) * width, width);
}

AttentionView viewOf(const AttentionMaps& maps, HeadId head) {
    const auto map = maps.map(head.layer, head.head);
    return {.size = maps.size, .weights = {map.begin(), map.end()}};
}

AttentionView meanOverHeads(const AttentionMaps& maps, std::int32_t layer) {
    AttentionView mean = zeros(maps.size);
    for (std::int32_t head = 0; head < maps.heads; ++head)
        addTo(mean, maps.map(layer, head), 1 / static_cast<float>(maps.heads));
    return mean;
}

AttentionView meanOverLayers(const AttentionMaps& maps, std::int32_t head) {
    AttentionView mean = zeros(maps.size);
    for (std::int32_t layer = 0; layer < maps.layers; ++layer)
        addTo(mean, maps.map(layer, head), 1 / static_cast<float>(maps.layers));
    return mean;
}

AttentionView meanOfAll(const AttentionMaps& maps) {
    AttentionView mean = zeros(maps.size);
    for (std::int32_t layer = 0; layer < maps.layers; ++layer)
        addTo(mean, meanOverHeads(maps, layer).weights, 1 / static_cast<float>(maps.layers));
    return mean;
}

AttentionView attentionRollout(const AttentionMaps& maps) {
    AttentionView rollout = zeros(maps.size);
    for (std::int32_t i = 0; i < maps.size; ++i)
        rollout.weights[static_cast<std::size_t>(i) * static_cast<std::size_t>(maps.size + 1)] = 1;
    for (std::int32_t layer = 0; layer < maps.layers; ++layer) rollout = product(withResidual(maps, layer), rollout);
    return rollout;
}

AttentionView difference(const AttentionView& a, const AttentionView& b, std::int32_t shift) {
    // Position i of `a` corresponds to position i + along of `b`.
    const std::int32_t along = b.size - a.size - shift;
    const std::int32_t first = std::max(0, -along), last = std::min(a.size, b.size - along);
    AttentionView result = zeros(std::max(0, last - first));
    for (std::int32_t row = 0; row < result.size; ++row) {
        for (std::int32_t column = 0; column < result.size; ++column) {
            result.weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(result.size) +
                           static_cast<std::size_t>(column)] =
                a.at(first + row, first + column) - b.at(first + row + along, first + column + along);
        }
    }
    return result;
}

std::vector<float> sumOfRows(const AttentionView& view, std::span<const std::int32_t> rows) {
    std::vector<float> sum(static_cast<std::size_t>(view.size), 0);
    for (const std::int32_t row : rows) {
        if (row < 0 || row >= view.size) {
            throw Error(ErrorKind::Usage, translated("There is no position {} in this map.", row + 1),
                        translated("The map has {} positions.", view.size));
        }
        const auto weights = view.row(row);
        for (std::size_t column = 0; column < sum.size(); ++column) sum[column] += weights[column];
    }
    return sum;
}

std::size_t AttentionProfile::index(HeadId head, std::int32_t row, std::int32_t column) const {
    return static_cast<std::size_t>(head.layer * m_heads + head.head) * cellsOf(m_size) +
           static_cast<std::size_t>(row) * static_cast<std::size_t>(m_size) + static_cast<std::size_t>(column);
}

void AttentionProfile::grow(const AttentionMaps& maps) {
    AttentionProfile larger;
    larger.m_layers = maps.layers;
    larger.m_heads = maps.heads;
    larger.m_size = maps.size;
    larger.m_sums.assign(static_cast<std::size_t>(maps.layers * maps.heads) * cellsOf(maps.size), 0);
    for (std::int32_t layer = 0; layer < m_layers; ++layer) {
        for (std::int32_t head = 0; head < m_heads; ++head) {
            for (std::int32_t row = 0; row < m_size; ++row) {
                for (std::int32_t column = 0; column < m_size; ++column)
                    larger.m_sums[larger.index({layer, head}, row, column)] = m_sums[index({layer, head}, row, column)];
            }
        }
    }
    larger.m_users = m_users;
    larger.m_usersOfSize = std::move(m_usersOfSize);
    larger.m_usersOfSize.resize(static_cast<std::size_t>(maps.size), 0);
    *this = std::move(larger);
}

void AttentionProfile::add(const AttentionMaps& maps) {
    if (m_users > 0 && (maps.layers != m_layers || maps.heads != m_heads))
        throw Error(ErrorKind::Usage, translated("These maps come from a different model."),
                    translated("A mean over users needs maps of a single model."));
    if (maps.size > m_size) grow(maps);
    ++m_users;
    for (std::int32_t position = 0; position < maps.size; ++position)
        ++m_usersOfSize[static_cast<std::size_t>(position)];
    for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
        for (std::int32_t head = 0; head < maps.heads; ++head) {
            for (std::int32_t row = 0; row < maps.size; ++row) {
                const auto weights = maps.row(layer, head, maps.size - 1 - row);
                for (std::int32_t column = 0; column < maps.size; ++column)
                    m_sums[index({layer, head}, row, column)] +=
                        static_cast<double>(weights[static_cast<std::size_t>(maps.size - 1 - column)]);
            }
        }
    }
}

std::int64_t AttentionProfile::usersWith(std::int32_t rowFromNewest, std::int32_t columnFromNewest) const {
    const std::int32_t farther = std::max(rowFromNewest, columnFromNewest);
    return farther < m_size ? m_usersOfSize[static_cast<std::size_t>(farther)] : 0;
}

double AttentionProfile::mean(HeadId head, std::int32_t rowFromNewest, std::int32_t columnFromNewest) const {
    const std::int64_t users = usersWith(rowFromNewest, columnFromNewest);
    return users == 0 ? 0 : m_sums[index(head, rowFromNewest, columnFromNewest)] / static_cast<double>(users);
}

AttentionView AttentionProfile::differenceFrom(const AttentionMaps& maps, HeadId head) const {
    AttentionView view = viewOf(maps, head);
    for (std::int32_t row = 0; row < maps.size; ++row) {
        for (std::int32_t column = 0; column < maps.size; ++column)
            view.weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(maps.size) +
                         static_cast<std::size_t>(column)] -=
                static_cast<float>(mean(head, maps.size - 1 - row, maps.size - 1 - column));
    }
    return view;
}

}  // namespace recscope
