// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/study_details.h"

#include <algorithm>
#include <cmath>

#include "core/plan/study.h"
#include "core/recommender/list_measurement.h"
#include "core/store/segment_reader.h"
#include "core/store/split_reader.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

/// The ranks and lists of the runs of one row.
struct RowData {
    RanksOfRow ranks;
    std::vector<RecommendedLists> lists;  ///< empty unless all runs have lists
};

std::vector<RowData> rowDataOf(Workspace& workspace, const StudyTable& table, const std::stop_token& stop) {
    const RunStore store(workspace);
    std::vector<RowData> rows;
    for (const StudyRow& row : table.rows) {
        throwIfStopped(stop);
        RowData& data = rows.emplace_back();
        for (const RunRecord& run : row.runs) {
            data.ranks.push_back(store.ranks(run.id, Split::Test, table.protocol));
            data.lists.push_back(store.recommended(run.id, Split::Test, table.protocol));
        }
        if (std::any_of(data.lists.begin(), data.lists.end(), [](const auto& lists) { return lists.empty(); }))
            data.lists.clear();
    }
    return rows;
}

/// The users of the first row that has runs; under one protocol all rows have the same users.
std::vector<std::int32_t> scoredUsers(const std::vector<RowData>& rows) {
    std::vector<std::int32_t> scored;
    for (const RowData& row : rows)
        if (scored.empty() && !row.ranks.empty())
            for (const UserRank& rank : row.ranks.front()) scored.push_back(rank.user);
    return scored;
}

}  // namespace

StudyDetails detailsOf(Workspace& workspace, const Plan& plan, const StudyTable& table, const std::stop_token& stop) {
    StudyDetails details;
    const Histories histories = splitHistories(workspace, table.dataset.id, table.protocol.split,
                                               table.dataset.hasTimes ? ReadTimes::Yes : ReadTimes::No);
    if (table.protocol.split.kind == SplitKind::TimeWindow) details.window = windowCounts(histories, Split::Test);
    details.metrics = plan.metrics;
    const std::string coverage = catalogueMetricNames().front();
    if (std::find(plan.metrics.begin(), plan.metrics.end(), coverage) == plan.metrics.end())
        details.metrics.push_back(coverage);
    const std::vector<RowData> rows = rowDataOf(workspace, table, stop);
    const ListMeasurement measurement(workspace, table.dataset.id, table.protocol.split, Split::Test);
    std::vector<std::vector<MetricValues>> values;  // indexed by row and metric
    for (const RowData& row : rows) {
        throwIfStopped(stop);
        values.push_back(measurement.all(details.metrics, seedRanks(row.ranks), row.lists));
        const bool dependsOnSeed = comparedSide(table.rows[values.size() - 1]).dependsOnSeed;
        for (MetricValues& metric : values.back()) metric.dependsOnSeed = dependsOnSeed;
    }
    const std::vector<Segment> segments =
        readSegments(workspace, table.dataset.id, histories, Split::Test, scoredUsers(rows));

    if (table.reference) {
        const double mean = table.rows[*table.reference].cells.front().reached.interval.mean;
        details.relativeMargin = mean > 0 ? plan.margin / mean : 0;
        const auto end = std::find_if(segments.begin(), segments.end(), [](const Segment& segment) {
            return segment.kind != SegmentKind::HistoryLength;
        });
        const std::span<const Segment> byLength(segments.begin(), end);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            throwIfStopped(stop);
            if (row == *table.reference || table.rows[row].runs.empty()) continue;
            RowComparison compared{.row = row, .comparison = {}, .sentences = {}};
            compared.comparison =
                compareMetrics(values[row], values[*table.reference], details.relativeMargin, byLength);
            compared.sentences = verdictSentences(table.rows[row].title, table.rows[*table.reference].title,
                                                  compared.comparison, details.relativeMargin, byLength);
            details.comparisons.push_back(std::move(compared));
        }
    }

    const auto withRuns =
        std::find_if(table.rows.begin(), table.rows.end(), [](const StudyRow& row) { return !row.runs.empty(); });
    if (withRuns == table.rows.end()) return details;
    const std::size_t first = table.reference.value_or(static_cast<std::size_t>(withRuns - table.rows.begin()));
    std::vector<MeasuredSide> sides;
    for (std::size_t row = 0; row < rows.size(); ++row)
        sides.push_back({.values = std::move(values[row]), .lists = rows[row].lists});
    details.sortedBy = first;
    SegmentMeans means = measurement.inSegments(segments, sides, first, stop);
    details.segments = std::move(means.segments);
    details.values = std::move(means.means);
    return details;
}

void addDetails(Workspace& workspace, Study& study, const std::stop_token& stop) {
    for (StudyTable& table : study.tables) table.details = detailsOf(workspace, study.plan, table, stop);
}

}  // namespace recscope
