// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/study.h"

#include <algorithm>

#include "core/plan/plan_run.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/list_measurement.h"
#include "core/store/dataset_store.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The value that the paper publishes for these swept values: the first one that `valueOf` finds in the entry's
/// published results for this dataset and protocol.
template <class ValueOf>
std::optional<double> publishedFor(const PlanEntry& entry, const std::vector<KeyValue>& values,
                                   const std::string& dataset, const std::string& protocol, const ValueOf& valueOf) {
    for (const PublishedResult& published : entry.published) {
        if (!namesSameDataset(published.dataset, dataset) || published.protocol != protocol) continue;
        const bool isMatch = std::all_of(published.set.begin(), published.set.end(), [&](const KeyValue& set) {
            return std::find(values.begin(), values.end(), set) != values.end();
        });
        if (const std::optional<double> value = valueOf(published); isMatch && value) return value;
    }
    return {};
}

/// The run's validation metric, from the stored metrics or, for other names, from the stored ranks.
std::optional<double> validationMetric(const RunStore& store, const RunRecord& run, const std::string& name) {
    if (!run.bestValid) return {};
    for (const auto& [metric, value] : run.bestValid->named())
        if (metric == name) return value;
    const std::vector<UserRank> ranks = store.ranks(run.id, Split::Valid, run.protocol);
    return ranks.empty() ? std::nullopt : std::optional(metricInterval(name, ranks).mean);
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

/// The runs and ranks of one row under one protocol.
struct Part {
    const RowRuns* rowRuns = nullptr;
    std::optional<Protocol> protocol;  ///< unset while the row has no ranked run
    std::vector<RunRecord> runs;
    RanksOfRow ranks;
};

/// The protocol that a row without runs will probably have: the protocol of another row with the same kind of split and
/// the same use of validation items in training, or else one derived from the config.
Protocol expectedProtocol(const RunConfig& config, const std::string& candidates, const std::vector<Part>& parts) {
    Protocol protocol = withCandidates({}, candidates);
    protocol.split.kind = config.split;
    protocol.trainedOnValidation = config.training.retrainWithValidation;
    for (const Part& part : parts)
        if (part.protocol && part.protocol->split.kind == protocol.split.kind &&
            part.rowRuns->first->config.moments == config.moments &&
            part.protocol->trainedOnValidation == protocol.trainedOnValidation)
            return *part.protocol;
    return protocol;
}

/// Groups the runs of each row by their protocol: one part per row and protocol.
std::vector<Part> partsOf(const RunStore& store, const std::vector<RowRuns>& rows, const std::string& candidates,
                          const std::stop_token& stop) {
    std::vector<Part> parts;
    for (const RowRuns& row : rows) {
        throwIfStopped(stop);
        const std::size_t first = parts.size();
        for (const PlannedState& state : row.states) {
            if (!state.isFinished()) continue;
            const Protocol protocol = withCandidates(state.run->protocol, candidates);
            std::vector<UserRank> ranks = store.ranks(state.run->id, Split::Test, protocol);
            if (ranks.empty()) continue;
            auto part = std::find_if(parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end(),
                                     [&](const Part& part) { return part.protocol == protocol; });
            if (part == parts.end())
                part = parts.insert(parts.end(), {.rowRuns = &row, .protocol = protocol, .runs = {}, .ranks = {}});
            part->runs.push_back(*state.run);
            part->ranks.push_back(std::move(ranks));
        }
        // A row that can never have ranks under this protocol, such as lists from a file, is not part of the table.
        const bool canHaveRanks =
            row.states.empty() || std::any_of(row.states.begin(), row.states.end(), [&](const PlannedState& state) {
                return !state.isFinished() ||
                       canRank(*state.run, withCandidates(state.run->protocol, candidates), Split::Test);
            });
        if (parts.size() == first && canHaveRanks)
            parts.push_back({.rowRuns = &row, .protocol = {}, .runs = {}, .ranks = {}});
    }
    for (Part& part : parts)
        if (!part.protocol) part.protocol = expectedProtocol(part.rowRuns->first->config, candidates, parts);
    return parts;
}

StudyRow rowOf(const RunStore& store, const Plan& plan, Part& part, const std::string& candidates) {
    const PlannedRun& planned = *part.rowRuns->first;
    const PlanEntry& entry = plan.entries[planned.entry];
    const auto published = [&](const auto& valueOf) {
        return publishedFor(entry, planned.values, planned.datasetName, candidates, valueOf);
    };
    StudyRow row;
    row.entry = planned.entry;
    row.values = planned.values;
    row.title = rowTitle(entry, row.values);
    row.planned = part.rowRuns->states.size();
    row.runs = std::move(part.runs);
    row.validations = validationMetrics(store, row.runs, plan.metrics.front());
    if (!row.validations.empty()) row.validation = spreadOf(row.validations).mean;
    row.seconds = meanSeconds(row.runs);
    row.publishedSeconds = published([](const PublishedResult& result) { return result.seconds; });
    for (const std::string& metric : plan.metrics) {
        const bool isOfRanks = !part.ranks.empty() && !listMetricNamed(metric);  // see addListMetrics for the others
        row.cells.push_back({.reached = isOfRanks ? seedMean(metric, seedRanks(part.ranks)) : SeedInterval(),
                             .published = published([&](const PublishedResult& result) {
                                 const auto value = result.metrics.find(metric);
                                 return value == result.metrics.end() ? std::nullopt : std::optional(value->second);
                             })});
    }
    return row;
}

/// Fills the cells of metrics of lists. They stay empty if a run of the row was scored by an older version and so has
/// no lists.
void addListMetrics(Workspace& workspace, const Plan& plan, StudyTable& table) {
    const auto isOfLists = [](const std::string& metric) { return listMetricNamed(metric).has_value(); };
    if (std::none_of(plan.metrics.begin(), plan.metrics.end(), isOfLists)) return;
    const ListMeasurement measurement(workspace, table.dataset.id, table.protocol.split, Split::Test);
    const RunStore store(workspace);
    for (StudyRow& row : table.rows) {
        std::vector<RecommendedLists> lists;
        for (const RunRecord& run : row.runs) lists.push_back(store.recommended(run.id, Split::Test, table.protocol));
        // A mean over only some of the runs would not be comparable with the other cells of the row.
        if (std::any_of(lists.begin(), lists.end(), [](const auto& ofRun) { return ofRun.empty(); })) continue;
        for (std::size_t i = 0; i < plan.metrics.size(); ++i) {
            if (const std::optional<ListMetric> metric = listMetricNamed(plan.metrics[i]))
                row.cells[i].reached = measurement.measure(*metric, lists);
        }
    }
}

/// A note for the reader about a run that was not trained for the plan.
std::string aboutExisting(const RunRecord& run) {
    return run.epochsDone == 0 && run.bestEpoch == 0 && run.state == RunState::Finished
               ? translated(
                     "\"{}\" was trained elsewhere: its seed, its epochs, its time and how it was chosen are not "
                     "known.",
                     run.name)
               : translated("\"{}\" was not trained for this plan and has its own config.", run.name);
}

void addRemark(std::string& source, const std::string& sentence) {
    source += (source.empty() ? "" : " ") + sentence;
}

}  // namespace

SeedRanks seedRanks(const RanksOfRow& ranks) {
    return {ranks.begin(), ranks.end()};
}

Study studyOf(Workspace& workspace, const Plan& plan, const std::stop_token& stop, const std::set<RunId>& without) {
    const std::vector<PlannedRun> runs = plannedRuns(workspace, plan);
    const std::vector<PlannedState> states = planStates(workspace, runs, without);
    Study study{.plan = plan, .tables = {}, .runsPlanned = runs.size(), .runsFinished = 0, .failed = {}};
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (!runs[i].existing.empty() && states[i].run) addRemark(study.plan.source, aboutExisting(*states[i].run));
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
            std::vector<Part> parts = partsOf(store, rows, candidates, stop);
            std::vector<Protocol> protocols;
            for (const Part& part : parts)
                if (std::find(protocols.begin(), protocols.end(), *part.protocol) == protocols.end())
                    protocols.push_back(*part.protocol);
            for (const Protocol& protocol : protocols) {
                StudyTable table;
                table.dataset = DatasetStore(workspace).byName(dataset);
                table.protocol = protocol;
                std::vector<RanksOfRow> ranks;
                for (Part& part : parts) {
                    if (part.protocol != protocol) continue;
                    table.rows.push_back(rowOf(store, plan, part, candidates));
                    ranks.push_back(std::move(part.ranks));
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
