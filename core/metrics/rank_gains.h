// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

/// Caches the contribution of a user to a metric as a function of the rank. Many users have the same rank, so each
/// value is computed only once.
class RankGains {
public:
    /// Throws Error(Usage) for an unknown metric.
    explicit RankGains(const std::string& metric) : m_metric(metric) { metricOfRank(metric, 1); }

    double of(std::int32_t rank) {
        const auto index = static_cast<std::size_t>(rank);
        if (index >= m_known.size()) m_known.resize(index + 1, std::numeric_limits<double>::quiet_NaN());
        if (std::isnan(m_known[index])) m_known[index] = metricOfRank(m_metric, rank);
        return m_known[index];
    }

private:
    std::string m_metric;
    std::vector<double> m_known;  ///< contributions, indexed by rank; NaN = not computed yet
};

}  // namespace recscope
