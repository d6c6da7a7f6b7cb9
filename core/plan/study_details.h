// SPDX-License-Identifier: GPL-3.0-or-later
// What a report says about a table of a study beyond its metrics: verdicts over several metrics, segments of users, and
// the targets of a time window.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/metric_verdicts.h"
#include "core/metrics/segments.h"
#include "core/metrics/window_counts.h"

namespace recscope {

class Workspace;
struct Study;
struct StudyTable;
struct Plan;

/// A row of a table compared with its reference in all metrics.
struct RowComparison {
    std::size_t row = 0;
    MetricComparison comparison;  ///< the row minus the reference
    std::vector<std::string> sentences;
};

struct StudyDetails {
    std::optional<WindowCounts> window;  ///< only for a split by time window
    /// The plan's metrics and "coverage@10".
    std::vector<std::string> metrics;
    double relativeMargin = 0;  ///< the plan's margin as a share of the reference's mean
    std::vector<RowComparison> comparisons;
    std::vector<Segment> segments;  ///< worst first by the deciding metric of the row `sortedBy`
    std::size_t sortedBy = 0;       ///< the reference or, without one, the first row with runs
    /// Indexed by segment, row and metric; `users` is 0 where a value is not known.
    std::vector<std::vector<std::vector<SeedInterval>>> values;
};

/// The details of one table of a study of this plan. Reads the ranks and lists of all users. Throws Error(Cancelled) on
/// a stop request.
StudyDetails detailsOf(Workspace& workspace, const Plan& plan, const StudyTable& table,
                       const std::stop_token& stop = {});
/// Fills `StudyTable::details` of all tables. Throws Error(Cancelled) on a stop request.
void addDetails(Workspace& workspace, Study& study, const std::stop_token& stop = {});

}  // namespace recscope
