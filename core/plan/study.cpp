// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/study.h"

#include <algorithm>

#include "core/metrics/debiased.h"
#include "core/plan/plan_run.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/list_measurement.h"
#include "core/store/dataset_store.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// A number that the paper publishes for a row, for example its NDCG@10. `settings`: the row's values of the swept
/// keys; `candidates`: name of the candidate protocol, "pop100". `numberOf` reads the number from a published result,
/// unset if the result lacks it; the first result counts that applies to the row and has the number.
template <class NumberOf>
std::optional<double> publishedFor(const PlanEntry& entry, const std::vector<KeyValue>& settings,
                                   const std::string& dataset, const std::string& candidates,
                                   const NumberOf& numberOf) {
    for (const PublishedResult& published : entry.published) {
        if (!namesSameDataset(published.dataset, dataset) || published.protocol != candidates) continue;
        const bool appliesToRow = std::all_of(published.set.begin(), published.set.end(), [&](const KeyValue& setting) {
            return std::find(settings.begin(), settings.end(), setting) != settings.end();
        });
        if (const std::optional<double> number = numberOf(published); appliesToRow && number) return number;
    }
    return {};
}

/// The run's validation metric, from the stored metrics or, for other names, from the stored ranks.
std::optional<double> validationMetric(const RunStore& store, const RunRecord& run, const std::string& name) {
    if (!run.bestValid) return {};
    for (const auto& [metric, value] : run.bestValid->named())
        if (metric == name) return value;
    const std::vector<UserRank> ranks = store.ranks(run.id, Split::Valid, run.protocol);
    const SeedInterval value = seedMean(name, {ranks});
    return value.users > 0 ? std::optional(value.interval.mean) : std::nullopt;
}

/// The validation metric of each run of a row. Empty if a run was not validated, because a mean over only some of the
/// runs would not be comparable with other rows.
std::vector<double> validationMetrics(const RunStore& store, const std::vector<RunRecord>& runs,
                                      const std::string& metric) {
    std::vector<double> values;
    for (const RunRecord& run : runs) {
        const std::optional<double> value = validationMetric(store, run, metric);
        if (!value) return {};
        values.push_back(*value);
    }
    return values;
}

std::optional<double> meanSeconds(const std::vector<RunRecord>& runs) {
    double sum = 0;
    for (const RunRecord& run : runs) sum += run.seconds;
    return sum > 0 ? std::optional(sum / static_cast<double>(runs.size())) : std::nullopt;
}

/// The planned runs of one row, which differ only in the seed.
struct RowRuns {
    const PlannedRun* first = nullptr;
    std::vector<PlannedState> states;
};

/// Groups the planned runs on a dataset into rows. The runs of a row are consecutive.
std::vector<RowRuns> rowsOf(const std::vector<PlannedRun>& runs, const std::vector<PlannedState>& states,
                            const std::string& dataset) {
    std::vector<RowRuns> rows;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].datasetName != dataset) continue;
        const bool isNew =
            rows.empty() || rows.back().first->entry != runs[i].entry || rows.back().first->values != runs[i].values;
        if (isNew) rows.push_back({.first = &runs[i], .states = {}});
        rows.back().states.push_back(states[i]);
    }
    return rows;
}

/// The ranked runs of one row under one protocol. A run is ranked if the workspace has its users' ranks for the test
/// items under this protocol, as far as the plan's metrics need them (`rankUnder` stores them).
struct RankedRuns {
    const RowRuns* rowRuns = nullptr;
    std::optional<Protocol> protocol;  ///< unset while the row has no ranked run
    std::vector<RunRecord> runs;
    RanksOfRow ranks;
};

/// The protocol that a row without ranked runs will probably have: the protocol of another row with the same split
/// (kind and, for a split by time, the same moments) and the same use of validation items in training, or else one
/// derived from the config.
Protocol expectedProtocol(const RunConfig& config, const std::string& candidates,
                          const std::vector<RankedRuns>& groups) {
    Protocol protocol = withCandidates({}, candidates);
    protocol.split.kind = config.split;
    protocol.trainedOnValidation = config.training.retrainWithValidation;
    for (const RankedRuns& group : groups)
        if (group.protocol && group.protocol->split.kind == protocol.split.kind &&
            group.rowRuns->first->config.moments == config.moments &&
            group.protocol->trainedOnValidation == protocol.trainedOnValidation)
            return *group.protocol;
    return protocol;
}

/// The ranked runs of each row, one group per row and protocol; a row without ranked runs has one group without runs.
/// The protocols are those of the runs' training, but with these candidates.
std::vector<RankedRuns> rankedRunsOf(const RunStore& store, const Plan& plan, const std::vector<RowRuns>& rows,
                                     const std::string& candidates, const std::stop_token& stop) {
    std::vector<RankedRuns> groups;
    for (const RowRuns& row : rows) {
        throwIfStopped(stop);
        const std::size_t firstOfRow = groups.size();
        for (const PlannedState& state : row.states) {
            if (!state.isFinished()) continue;
            const Protocol protocol = withCandidates(state.run->protocol, candidates);
            std::vector<UserRank> ranks = store.ranks(state.run->id, Split::Test, protocol);
            if (!sufficeFor(plan.metrics, ranks)) continue;
            auto group = std::find_if(groups.begin() + static_cast<std::ptrdiff_t>(firstOfRow), groups.end(),
                                      [&](const RankedRuns& group) { return group.protocol == protocol; });
            if (group == groups.end())
                group = groups.insert(groups.end(), {.rowRuns = &row, .protocol = protocol, .runs = {}, .ranks = {}});
            group->runs.push_back(*state.run);
            group->ranks.push_back(std::move(ranks));
        }
        // A row that can never have ranks with these candidates is not part of the table: for example, a model that
        // only has recommendation lists from a file cannot rank sampled candidates, see `canRank`.
        const bool canHaveRanks =
            row.states.empty() || std::any_of(row.states.begin(), row.states.end(), [&](const PlannedState& state) {
                return !state.isFinished() ||
                       canRank(*state.run, withCandidates(state.run->protocol, candidates), Split::Test);
            });
        if (groups.size() == firstOfRow && canHaveRanks)
            groups.push_back({.rowRuns = &row, .protocol = {}, .runs = {}, .ranks = {}});
    }
    for (RankedRuns& group : groups)
        if (!group.protocol) group.protocol = expectedProtocol(group.rowRuns->first->config, candidates, groups);
    return groups;
}

StudyRow rowOf(const RunStore& store, const Plan& plan, RankedRuns& group, const std::string& candidates) {
    const PlannedRun& planned = *group.rowRuns->first;
    const PlanEntry& entry = plan.entries[planned.entry];
    const auto published = [&](const auto& numberOf) {
        return publishedFor(entry, planned.values, planned.datasetName, candidates, numberOf);
    };
    StudyRow row;
    row.entry = planned.entry;
    row.values = planned.values;
    row.title = rowTitle(entry, row.values);
    row.planned = group.rowRuns->states.size();
    row.runs = std::move(group.runs);
    row.validationPerRun = validationMetrics(store, row.runs, plan.metrics.front());
    if (!row.validationPerRun.empty()) row.validation = spreadOf(row.validationPerRun).mean;
    row.seconds = meanSeconds(row.runs);
    row.publishedSeconds = published([](const PublishedResult& result) { return result.seconds; });
    for (const std::string& metric : plan.metrics) {
        // `addListMetrics` adds the metrics that are computed from recommendation lists.
        const bool isFromRanks = !group.ranks.empty() && !isMetricOfLists(metric);
        row.cells.push_back({.reached = isFromRanks ? seedMean(metric, seedRanks(group.ranks)) : SeedInterval(),
                             .published = published([&](const PublishedResult& result) {
                                 const auto value = result.metrics.find(metric);
                                 return value == result.metrics.end() ? std::nullopt : std::optional(value->second);
                             })});
    }
    return row;
}

/// Fills the cells of the metrics that are computed from recommendation lists, for example coverage@10. They stay empty
/// if a run of the row was scored by an older version and so has no lists.
void addListMetrics(Workspace& workspace, const Plan& plan, StudyTable& table) {
    if (std::none_of(plan.metrics.begin(), plan.metrics.end(), isMetricOfLists)) return;
    const ListMeasurement measurement(workspace, table.dataset.id, table.protocol.split, Split::Test);
    const RunStore store(workspace);
    for (StudyRow& row : table.rows) {
        std::vector<RecommendedLists> lists;
        for (const RunRecord& run : row.runs) lists.push_back(store.recommended(run.id, Split::Test, table.protocol));
        // A mean over only some of the runs would not be comparable with the other cells of the row.
        if (std::any_of(lists.begin(), lists.end(), [](const RecommendedLists& ofRun) { return ofRun.empty(); }))
            continue;
        for (std::size_t i = 0; i < plan.metrics.size(); ++i)
            if (isMetricOfLists(plan.metrics[i]))
                row.cells[i].reached = measurement.values(plan.metrics[i], lists).mean();
    }
}

/// A note for the reader about a run that was not trained for the plan.
std::string noteOnExistingRun(const RunRecord& run) {
    // Weights or lists that another program made are stored as a finished run without epochs: see core/adopt.
    const bool isTrainedElsewhere = run.epochsDone == 0 && run.bestEpoch == 0 && run.state == RunState::Finished;
    return isTrainedElsewhere
               ? translated(
                     "\"{}\" was trained elsewhere: its seed, its epochs, its time and how it was chosen are not "
                     "known.",
                     run.name)
               : translated("\"{}\" was not trained for this plan and has its own config.", run.name);
}

void addSentence(std::string& text, const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence;
}

}  // namespace

SeedRanks seedRanks(const RanksOfRow& ranks) {
    return {ranks.begin(), ranks.end()};
}

Study studyOf(Workspace& workspace, const Plan& plan, const std::stop_token& stop, const std::set<RunId>& ignoredRuns) {
    const std::vector<PlannedRun> runs = plannedRuns(workspace, plan);
    const std::vector<PlannedState> states = planStates(workspace, runs, ignoredRuns);
    Study study{.plan = plan, .tables = {}, .runsPlanned = runs.size(), .runsFinished = 0, .failed = {}};
    // The plan's source states how the plan differs from the paper, so it is also where such runs are mentioned.
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (!runs[i].existing.empty() && states[i].run)
            addSentence(study.plan.source, noteOnExistingRun(*states[i].run));
    std::vector<std::string> datasets;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        study.runsFinished += states[i].isFinished();
        if (states[i].isFailed()) study.failed.push_back(*states[i].run);
        if (std::find(datasets.begin(), datasets.end(), runs[i].datasetName) == datasets.end())
            datasets.push_back(runs[i].datasetName);
    }
    const RunStore store(workspace);
    for (const std::string& dataset : datasets) {
        const std::vector<RowRuns> rows = rowsOf(runs, states, dataset);
        for (const std::string& candidates : plan.protocols) {
            std::vector<RankedRuns> groups = rankedRunsOf(store, plan, rows, candidates, stop);
            std::vector<Protocol> protocols;
            for (const RankedRuns& group : groups)
                if (std::find(protocols.begin(), protocols.end(), *group.protocol) == protocols.end())
                    protocols.push_back(*group.protocol);
            for (const Protocol& protocol : protocols) {
                StudyTable table;
                table.dataset = DatasetStore(workspace).byName(dataset);
                table.protocol = protocol;
                std::vector<RanksOfRow> ranks;
                for (RankedRuns& group : groups) {
                    if (group.protocol != protocol) continue;
                    table.rows.push_back(rowOf(store, plan, group, candidates));
                    ranks.push_back(std::move(group.ranks));
                }
                throwIfStopped(stop);
                compareRows(plan, table, ranks);
                addListMetrics(workspace, plan, table);
                study.tables.push_back(std::move(table));
            }
        }
    }
    return study;
}

}  // namespace recscope
