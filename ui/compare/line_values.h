// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/recommender/list_measurement.h"
#include "ui/compare/compared_line.h"

namespace recscope::ui {

/// Reads the values of metrics of compared lines from the workspace, for jobs. Reads histories once for all lines of a
/// dataset. Lines that are restricted to a cohort have only values of its users.
class LineValues {
public:
    LineValues(Workspace& workspace, const Scoring& scoring);
    ~LineValues();

    /// The line's values in these metrics, of ranks or of lists. A metric has no values if the line is not scored, or
    /// if not all of its scored runs have lists, because a mean over only some seeds would not be comparable.
    std::vector<MetricValues> of(const ComparedLine& line, const std::vector<std::string>& metrics);
    /// A metric of several lines in the segments of the first line's users, sorted by the line `sortedBy`.
    SegmentMeans inSegments(const std::vector<ComparedLine>& lines, const std::string& metric, std::size_t sortedBy,
                            const std::stop_token& stop);
    /// The segments of the users whom the line's first scored run has ranked.
    std::vector<Segment> segments(const ComparedLine& line);

private:
    /// The lists of the line's scored runs; empty unless all of them have lists.
    const std::vector<RecommendedLists>& listsOf(const ComparedLine& line);
    MetricValues debiasedInCohort(const ComparedLine& line, const MetricValues& ofCohort);
    const ListMeasurement& measurementOf(const ComparedLine& line);

    Workspace& m_workspace;
    Scoring m_scoring;
    std::unique_ptr<ListMeasurement> m_measurement;
    std::map<LineId, std::vector<RecommendedLists>> m_lists;
};

}  // namespace recscope::ui
