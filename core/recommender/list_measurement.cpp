// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/list_measurement.h"

#include <algorithm>

#include "core/store/item_genres.h"
#include "core/store/split_reader.h"
#include "core/util/progress.h"

namespace recscope {

ListMeasurement::ListMeasurement(Workspace& workspace, DatasetId dataset, const SplitRule& rule, Split split)
    : m_histories(splitHistories(workspace, dataset, rule)),
      m_genres(genreNumbers(workspace, dataset)),
      m_metrics(m_histories, split, m_genres) {}

MetricValues ListMeasurement::values(const std::string& metric, std::span<const RecommendedLists> seeds) const {
    const std::optional<ListMetric> ofUsers = listMetricNamed(metric);
    if (!ofUsers) return catalogueValues(metric, seeds, m_histories.itemCount);
    MetricValues values{.name = metric, .range = rangeOf(*ofUsers), .users = {}, .ofAllLists = {}};
    for (const RecommendedLists& lists : seeds) values.users.push_back(m_metrics.values(*ofUsers, lists));
    if (std::all_of(values.users.begin(), values.users.end(), [](const auto& seed) { return seed.empty(); }))
        values.users.clear();
    return values;
}

std::vector<MetricValues> ListMeasurement::all(std::span<const RecommendedLists> seeds) const {
    std::vector<MetricValues> all;
    for (const char* name : catalogueMetricNames()) all.push_back(values(name, seeds));
    for (const char* name : listMetricNames()) all.push_back(values(name, seeds));
    return all;
}

std::vector<MetricValues> ListMeasurement::all(const std::vector<std::string>& metrics, const SeedRanks& ranks,
                                               std::span<const RecommendedLists> lists) const {
    std::vector<MetricValues> all;
    for (const std::string& metric : metrics) {
        if (!isMetricOfLists(metric))
            all.push_back(rankValues(metric, ranks));
        else if (!lists.empty())
            all.push_back(values(metric, lists));
        else
            all.push_back({.name = metric, .users = {}, .ofAllLists = {}});
    }
    return all;
}

SeedInterval ListMeasurement::meanIn(const Segment& segment, const MetricValues& values,
                                     std::span<const RecommendedLists> lists) const {
    if (!values.isOfAllLists()) return values.among(segment.users).mean();
    std::vector<RecommendedLists> ofSegment;
    for (const RecommendedLists& ofRun : lists) ofSegment.push_back(listsAmong(ofRun, segment.users));
    return catalogueValues(values.name, ofSegment, m_histories.itemCount).mean();
}

SegmentMeans ListMeasurement::inSegments(const std::vector<Segment>& segments, std::span<const MeasuredSide> sides,
                                         std::size_t sortedBy, const std::stop_token& stop) const {
    SegmentMeans all{.segments = segments, .means = {}};
    std::vector<SeedInterval> sorting;
    for (const Segment& segment : segments) {
        throwIfStopped(stop);
        auto& ofSegment = all.means.emplace_back();
        for (const MeasuredSide& side : sides) {
            auto& ofSide = ofSegment.emplace_back();
            for (const MetricValues& values : side.values) ofSide.push_back(meanIn(segment, values, side.lists));
        }
        sorting.push_back(ofSegment[sortedBy].front());
    }
    const std::string& metric = sides[sortedBy].values.front().name;
    if (isCatalogueMetric(metric)) return all;
    SegmentMeans sorted;
    for (const std::size_t i : worstFirst(sorting, betterValues(metric))) {
        sorted.segments.push_back(std::move(all.segments[i]));
        sorted.means.push_back(std::move(all.means[i]));
    }
    return sorted;
}

}  // namespace recscope
