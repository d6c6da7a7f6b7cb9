// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/metrics/proportions.h"
#include "core/plan/plan_run.h"
#include "core/store/dataset_store.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

constexpr double kSignificant = 0.05;

using RanksOfRow = std::vector<std::vector<UserRank>>;  ///< by seed

SeedRanks viewOf(const RanksOfRow& ranks) {
    return {ranks.begin(), ranks.end()};
}

/// What a paper calls the dataset, without what differs by taste: "ML-1M" and "ml-1m", "Amazon Beauty".
std::string bareName(const std::string& name) {
    std::string bare;
    for (const char letter : name)
        if (std::isalnum(static_cast<unsigned char>(letter)))
            bare += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return bare;
}

std::optional<double> printedFor(const PlanEntry& entry, const std::vector<KeyValue>& values,
                                 const std::string& dataset, const std::string& protocol, const std::string& metric) {
    for (const PrintedResult& printed : entry.printed) {
        if (bareName(printed.dataset) != bareName(dataset) || printed.protocol != protocol) continue;
        const bool fits = std::all_of(printed.set.begin(), printed.set.end(), [&](const KeyValue& set) {
            return std::find(values.begin(), values.end(), set) != values.end();
        });
        const auto value = printed.metrics.find(metric);
        if (fits && value != printed.metrics.end()) return value->second;
    }
    return {};
}

double meanOf(const StudyRow& row) {
    return row.cells.front().reached.interval.mean;
}

/// The row with the best mean of the deciding metric, apart from one.
std::optional<std::size_t> bestOf(const std::vector<StudyRow>& rows, std::optional<std::size_t> apartFrom) {
    std::optional<std::size_t> best;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (row != apartFrom && !rows[row].runs.empty() && (!best || meanOf(rows[row]) > meanOf(rows[*best])))
            best = row;
    return best;
}

StudyVerdict verdictOf(const StudyRow& row, double margin) {
    const MeanInterval& of = row.difference.interval;
    if (std::abs(of.mean) + of.halfWidth < margin) return StudyVerdict::DoesNotMatter;
    if (row.p >= kSignificant) return StudyVerdict::NotShown;
    if (std::abs(of.mean) < margin) return StudyVerdict::DoesNotMatter;
    return of.mean > 0 ? StudyVerdict::Better : StudyVerdict::Worse;
}

void compare(const Plan& plan, StudyTable& table, const std::vector<RanksOfRow>& ranks) {
    const std::optional<std::size_t> best = bestOf(table.rows, {});
    if (plan.shape == PlanShape::Table)
        table.reference = best;
    else if (!table.rows.front().runs.empty())
        table.reference = 0;
    table.second = best ? bestOf(table.rows, best) : std::nullopt;
    if (!table.reference) return;
    std::vector<std::size_t> compared;
    std::vector<double> p;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (row == *table.reference || table.rows[row].runs.empty()) continue;
        StudyRow& of = table.rows[row];
        of.difference = seedDifference(plan.metrics.front(), viewOf(ranks[row]), viewOf(ranks[*table.reference]));
        compared.push_back(row);
        p.push_back(pValueOf(of.difference));
    }
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < compared.size(); ++i) {
        StudyRow& of = table.rows[compared[i]];
        of.p = adjusted[i];
        of.verdict = verdictOf(of, plan.margin);
    }
    table.comparisons = compared.size();
}

/// Planned runs of one row: those that differ in the seed alone.
struct RowRuns {
    const PlannedRun* first = nullptr;
    std::vector<PlannedState> states;
};

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

}  // namespace

Study studyOf(Workspace& workspace, const Plan& plan, const std::stop_token& stop) {
    const std::vector<PlannedRun> runs = plannedRuns(workspace, plan);
    const std::vector<PlannedState> states = planStates(workspace, runs);
    Study study{.plan = plan, .tables = {}, .runsPlanned = runs.size(), .runsFinished = 0, .failed = {}};
    std::vector<std::string> datasets;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        study.runsFinished += states[i].isFinished();
        if (states[i].isFailed()) study.failed.push_back(*states[i].run);
        if (std::find(datasets.begin(), datasets.end(), runs[i].datasetName) == datasets.end())
            datasets.push_back(runs[i].datasetName);
    }
    const RunStore store(workspace);
    for (const std::string& dataset : datasets) {
        for (const std::string& candidates : plan.protocols) {
            StudyTable table;
            table.dataset = DatasetStore(workspace).byName(dataset);
            table.protocol.candidates = candidatesFromName(candidates);
            std::vector<RanksOfRow> ranks;
            for (const RowRuns& of : rowsOf(runs, states, dataset)) {
                throwIfStopped(stop);
                StudyRow& row = table.rows.emplace_back();
                RanksOfRow& ofRow = ranks.emplace_back();
                row.entry = of.first->entry;
                row.values = of.first->values;
                row.title = rowTitle(plan.entries[row.entry], row.values);
                row.planned = of.states.size();
                for (const PlannedState& state : of.states) {
                    if (!state.isFinished()) continue;
                    const Protocol protocol = withCandidates(state.run->protocol, candidates);
                    std::vector<UserRank> found = store.ranks(state.run->id, Split::Test, protocol);
                    if (found.empty()) continue;
                    table.protocol = protocol;
                    ofRow.push_back(std::move(found));
                    row.runs.push_back(*state.run);
                }
                for (const std::string& metric : plan.metrics)
                    row.cells.push_back(
                        {.reached = ofRow.empty() ? SeedInterval() : seedMean(metric, viewOf(ofRow)),
                         .printed = printedFor(plan.entries[row.entry], row.values, dataset, candidates, metric)});
            }
            compare(plan, table, ranks);
            study.tables.push_back(std::move(table));
        }
    }
    return study;
}

const char* verdictText(StudyVerdict verdict) {
    switch (verdict) {
        case StudyVerdict::NotCompared:
            return "";
        case StudyVerdict::Better:
            return "better";
        case StudyVerdict::Worse:
            return "worse";
        case StudyVerdict::DoesNotMatter:
            return "no difference that matters";
        case StudyVerdict::NotShown:
            return "no difference shown";
    }
    return "";
}

std::string metricTitle(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
    return name;
}

std::string comparisonSentence(const Plan& plan, const StudyTable& table) {
    if (!table.reference) return "No run of this table is finished yet.";
    const StudyRow& reference = table.rows[*table.reference];
    return fmt::format(
        "Each row is compared with {}{} by {} on test, user by user; intervals (95 %) and p-values allow for the "
        "chance of "
        "users and, where a row has several seeds, of seeds. The p-values are corrected for {} comparison{} (Holm). A "
        "difference below {} is called no difference that matters.",
        reference.title, plan.shape == PlanShape::Table ? ", the best one" : "", metricTitle(plan.metrics.front()),
        table.comparisons, table.comparisons == 1 ? "" : "s", plan.margin);
}

std::optional<double> improvement(const StudyTable& table) {
    const std::optional<std::size_t> best = bestOf(table.rows, {});
    if (!best || !table.second || meanOf(table.rows[*table.second]) <= 0) return {};
    return meanOf(table.rows[*best]) / meanOf(table.rows[*table.second]) - 1;
}

}  // namespace recscope
