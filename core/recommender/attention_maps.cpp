// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/attention_maps.h"

#include "core/util/translated.h"

namespace recscope {

float AttentionMaps::at(std::int32_t layer, std::int32_t head, std::int32_t row, std::int32_t column) const {
    return this->row(layer, head, row)[static_cast<std::size_t>(column)];
}

std::span<const float> AttentionMaps::map(std::int32_t layer, std::int32_t head) const {
    const auto area = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    return std::span<const float>(weights).subspan(static_cast<std::size_t>(layer * heads + head) * area, area);
}

std::span<const float> AttentionMaps::row(std::int32_t layer, std::int32_t head, std::int32_t row) const {
    const auto width = static_cast<std::size_t>(size);
    return map(layer, head).subspan(static_cast<std::size_t>(row) * width, width);
}

std::string headName(HeadId head) {
    return translated("layer {}, head {}", head.layer + 1, head.head + 1);
}

}  // namespace recscope
