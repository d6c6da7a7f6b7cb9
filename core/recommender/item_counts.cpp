// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/item_counts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/metrics/baselines.h"
#include "core/recommender/host_tensors.h"

namespace recscope {

namespace {
constexpr float kMinCount = 0.5F;
}

ItemCounts::ItemCounts(HostTensors& tensors, std::int32_t itemCount)
    : m_width(vocabularySize(itemCount)), m_counts(tensors.add("item_count", {m_width})) {}

void ItemCounts::count(const Histories& histories) {
    const std::vector<float> counts = popularityScores(histories);
    std::copy(counts.begin(), counts.end(), m_counts);
}

std::vector<float> ItemCounts::scores() const {
    std::vector<float> scores(m_counts, m_counts + m_width);
    for (float& score : scores) score = std::log(std::max(score, kMinCount));
    return scores;
}

std::vector<float> ItemCounts::absences() const {
    const std::span<const float> items(m_counts + kFirstItemToken, static_cast<std::size_t>(m_width - 2));
    if (std::find(items.begin(), items.end(), 0.0F) == items.end()) return {};
    std::vector<float> absences(static_cast<std::size_t>(m_width), 0.0F);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i] == 0) absences[i + kFirstItemToken] = kUnseen;
    }
    return absences;
}

double ItemCounts::entropy() const {
    const std::span<const float> counts(m_counts, static_cast<std::size_t>(m_width));
    double sum = 0, entropy = 0;
    for (const float occurrences : counts) sum += static_cast<double>(occurrences);
    for (const float occurrences : counts) {
        const double share = static_cast<double>(occurrences) / sum;
        if (share > 0) entropy -= share * std::log(share);
    }
    return entropy;
}

}  // namespace recscope
