// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/metrics/list_metrics.h"
#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// A metric of recommendation lists.
struct MeasuredListMetric {
    std::string name;          ///< "coverage@10", "gini@10", "entropy@10", or a name of `listMetricNames`
    SeedInterval value;        ///< over users and seeds; without users, as coverage: the mean over the seeds only
    bool isOverUsers = false;  ///< whether `value` has an interval
    bool isDefined = true;     ///< false: no user has a value, as diversity without genres
};

/// Measures recommendation lists that were made for one split of a dataset. Reads the histories and genres once.
class ListMeasurement {
public:
    ListMeasurement(Workspace& workspace, DatasetId dataset, const SplitRule& rule, Split split);

    /// `seeds`: the lists of each seed of a config, none of them empty.
    std::vector<MeasuredListMetric> measure(std::span<const RecommendedLists> seeds) const;
    /// One metric of `listMetricNames`.
    SeedInterval measure(ListMetric metric, std::span<const RecommendedLists> seeds) const;

private:
    Histories m_histories;
    std::vector<std::vector<std::int32_t>> m_genres;
    ListMetrics m_metrics;
};

}  // namespace recscope
