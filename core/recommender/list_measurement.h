// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/list_metrics.h"
#include "core/metrics/metric_values.h"
#include "core/metrics/segments.h"
#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// The values of one config in several metrics, and its lists, one element per seed.
struct MeasuredSide {
    std::vector<MetricValues> values;
    std::span<const RecommendedLists> lists;
};

/// Segments of users with the mean of each metric of each side.
struct SegmentMeans {
    std::vector<Segment> segments;
    /// Indexed by segment, side and metric; `users` is 0 where there is no value.
    std::vector<std::vector<std::vector<SeedInterval>>> means;
};

/// Measures ranks and recommendation lists that were made for one split of a dataset. Reads the histories and genres
/// once.
class ListMeasurement {
public:
    ListMeasurement(Workspace& workspace, DatasetId dataset, const SplitRule& rule, Split split);

    /// The values of a metric of lists, `isMetricOfLists`. `seeds`: the lists of each seed of a config, none of them
    /// empty. `MetricValues::users` and `ofAllLists` are empty if no user has a value, as diversity without genres.
    MetricValues values(const std::string& metric, std::span<const RecommendedLists> seeds) const;
    /// The values of all metrics of lists: those of `catalogueMetricNames`, then those of `listMetricNames`.
    std::vector<MetricValues> all(std::span<const RecommendedLists> seeds) const;
    /// The values of metrics of ranks and of lists. `lists` may be empty: then metrics of lists have no values.
    std::vector<MetricValues> all(const std::vector<std::string>& metrics, const SeedRanks& ranks,
                                  std::span<const RecommendedLists> lists) const;
    /// The means in each segment. A property of all lists is computed from the segment's lists. The segments are sorted
    /// by the first metric of the side `sortedBy`, worst first, unless that is a property of all lists: it depends on
    /// the number of users of a segment, so the segments then stay in their order.
    SegmentMeans inSegments(const std::vector<Segment>& segments, std::span<const MeasuredSide> sides,
                            std::size_t sortedBy, const std::stop_token& stop = {}) const;

private:
    SeedInterval meanIn(const Segment& segment, const MetricValues& values,
                        std::span<const RecommendedLists> lists) const;

    Histories m_histories;
    std::vector<std::vector<std::int32_t>> m_genres;
    ListMetrics m_metrics;
};

}  // namespace recscope
