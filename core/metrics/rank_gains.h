// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

/// Computes a metric of many users. Caches the values of users with one target as a function of the rank, because many
/// users have the same rank.
class RankGains {
public:
    /// Throws Error(Usage) for an unknown metric.
    explicit RankGains(const std::string& metric) : m_metric(metricNamed(metric)) {}

    double of(const UserRank& user) {
        if (!user.others.empty()) return metricOf(m_metric, user);
        const auto index = static_cast<std::size_t>(user.rank);
        if (index >= m_known.size()) m_known.resize(index + 1, std::numeric_limits<double>::quiet_NaN());
        if (std::isnan(m_known[index])) m_known[index] = metricOf(m_metric, user);
        return m_known[index];
    }

private:
    MetricName m_metric;
    std::vector<double> m_known;  ///< values, indexed by rank; NaN = not computed yet
};

}  // namespace recscope
