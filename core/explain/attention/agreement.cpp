// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/agreement.h"

#include <algorithm>

#include "core/explain/scores/statistics.h"

namespace recscope {

Agreement agreementOf(std::span<const float> attention, std::span<const RemovalEffect> effects) {
    std::vector<float> values;
    double sum = 0;
    for (std::size_t i = 0; i < effects.size(); ++i) {
        values.push_back(effects[i].effect);
        sum += static_cast<double>(attention[i]);
    }
    Agreement agreement;
    agreement.items = static_cast<std::int32_t>(effects.size());
    if (effects.empty()) return agreement;
    agreement.spearman = spearman(attention, values);
    agreement.topAttention =
        static_cast<std::int32_t>(std::max_element(attention.begin(), attention.end()) - attention.begin());
    const auto largest = std::max_element(values.begin(), values.end());
    agreement.hasSameTop = largest - values.begin() == agreement.topAttention;
    if (*largest > 0) agreement.topEffect = static_cast<std::int32_t>(largest - values.begin());
    const double uniform = sum / static_cast<double>(effects.size());
    for (std::size_t i = 0; i < effects.size(); ++i) {
        if (values[i] >= 0) continue;
        ++agreement.against;
        agreement.signDisagreements += static_cast<double>(attention[i]) > uniform;
    }
    return agreement;
}

std::vector<float> itemWeights(const Explanation& explanation, HeadId head, std::int32_t row) {
    const AttentionMaps& maps = explanation.attention;
    const auto weights = maps.row(head.layer, head.head, row < 0 ? maps.size - 1 : row);
    const auto items = explanation.history.size() - static_cast<std::size_t>(explanation.firstPosition);
    return {weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(items)};
}

std::vector<float> effectWeights(const Explanation& explanation, HeadId head, std::span<const RemovalEffect> effects) {
    return summedByEffect(effects, itemWeights(explanation, head), explanation.firstPosition);
}

}  // namespace recscope
