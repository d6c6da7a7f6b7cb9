// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/line_values.h"

#include <algorithm>

#include "core/metrics/debiased.h"
#include "core/recommender/list_measurement.h"
#include "core/recommender/run_seeds.h"
#include "core/store/dataset_store.h"
#include "core/store/segment_reader.h"
#include "core/store/split_reader.h"
#include "core/util/progress.h"

namespace recscope::ui {

namespace {

std::vector<std::int32_t> usersOf(const RankedEvaluation& evaluation) {
    std::vector<std::int32_t> users;
    for (const UserRank& rank : evaluation.ranks) users.push_back(rank.user);
    return users;
}

}  // namespace

LineValues::LineValues(Workspace& workspace, const Scoring& scoring) : m_workspace(workspace), m_scoring(scoring) {}
LineValues::~LineValues() = default;

const std::vector<RecommendedLists>& LineValues::listsOf(const ComparedLine& line) {
    const auto [known, isNew] = m_lists.try_emplace(line.id());
    if (!isNew) return known->second;
    const RunStore store(m_workspace);
    for (const auto& run : line.runs) {
        const RankedEvaluation* const evaluation = run->evaluation(m_scoring.split, m_scoring.protocol);
        if (!evaluation) continue;
        RecommendedLists lists = store.recommended(run->record.id, m_scoring.split, m_scoring.protocol);
        if (run->isRestricted) lists = listsAmong(lists, usersOf(*evaluation));
        known->second.push_back(std::move(lists));
    }
    if (std::any_of(known->second.begin(), known->second.end(), [](const auto& lists) { return lists.empty(); }))
        known->second.clear();
    return known->second;
}

const ListMeasurement& LineValues::measurementOf(const ComparedLine& line) {
    if (!m_measurement)
        m_measurement = std::make_unique<ListMeasurement>(m_workspace, line.record().dataset, m_scoring.protocol.split,
                                                          m_scoring.split);
    return *m_measurement;
}

std::vector<MetricValues> LineValues::of(const ComparedLine& line, const std::vector<std::string>& metrics) {
    const SeedRanks ranks = line.ranks(m_scoring);
    if (ranks.empty()) return measurementOf(line).all(metrics, {}, {});
    std::vector<MetricValues> all = measurementOf(line).all(metrics, ranks, listsOf(line));
    for (MetricValues& values : all) {
        values.dependsOnSeed = dependsOnSeed(line.record());
        if (debiasedMetric(values.name) && line.runs.front()->isRestricted) values = debiasedInCohort(line, values);
    }
    return all;
}

// Targets are down-sampled among all users, since it is all users who make an item very popular.
MetricValues LineValues::debiasedInCohort(const ComparedLine& line, const MetricValues& ofCohort) {
    const RunStore store(m_workspace);
    MetricValues values = ofCohort;
    values.users.clear();
    for (const auto& run : line.runs) {
        const RankedEvaluation* const evaluation = run->evaluation(m_scoring.split, m_scoring.protocol);
        if (!evaluation) continue;
        const std::vector<UserRank> all = store.ranks(run->record.id, m_scoring.split, m_scoring.protocol);
        values.users.push_back(rankValues(values.name, {all}).among(usersOf(*evaluation)).users.front());
    }
    return values;
}

SegmentMeans LineValues::inSegments(const std::vector<ComparedLine>& lines, const std::string& metric,
                                    std::size_t sortedBy, const std::stop_token& stop) {
    std::vector<MeasuredSide> sides;
    for (const ComparedLine& line : lines) {
        throwIfStopped(stop);
        sides.push_back({.values = of(line, {metric}), .lists = listsOf(line)});
    }
    return measurementOf(lines.front()).inSegments(segments(lines.front()), sides, sortedBy, stop);
}

std::vector<Segment> LineValues::segments(const ComparedLine& line) {
    const auto evaluations = line.evaluations(m_scoring);
    if (evaluations.empty()) return {};
    const DatasetId dataset = line.record().dataset;
    const bool hasTimes = DatasetStore(m_workspace).byId(dataset).hasTimes;
    const Histories histories =
        splitHistories(m_workspace, dataset, m_scoring.protocol.split, hasTimes ? ReadTimes::Yes : ReadTimes::No);
    return readSegments(m_workspace, dataset, histories, m_scoring.split, usersOf(*evaluations.front()));
}

}  // namespace recscope::ui
