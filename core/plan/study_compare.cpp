// SPDX-License-Identifier: GPL-3.0-or-later
// compareRows, and the sentences on the comparison: see study.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/metrics/proportions.h"
#include "core/plan/study.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

double meanOf(const StudyRow& row) {
    return row.cells.front().reached.interval.mean;
}

/// The row with the best mean of the deciding metric on test, not counting row `excluded`.
std::optional<std::size_t> bestOf(const std::vector<StudyRow>& rows, std::optional<std::size_t> excluded) {
    std::optional<std::size_t> best;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (row != excluded && !rows[row].runs.empty() && (!best || meanOf(rows[row]) > meanOf(rows[*best])))
            best = row;
    return best;
}

// The reference of a table is its best row on validation, not on test. The best row on test owes part of its lead to
// chance, which would inflate every comparison with it: even if all k models were equally good, some of the other
// models would be found significantly worse in far more than 5 % of all tables, however the k - 1 p-values are
// corrected. Choosing by validation avoids this, because validation does not use the test items.
std::optional<std::size_t> referenceOf(const Plan& plan, const std::vector<StudyRow>& rows) {
    if (plan.shape != PlanShape::Table) {
        const bool hasRun = !rows.empty() && rows.front().entry == 0 && !rows.front().runs.empty();
        return hasRun ? std::optional<std::size_t>(0) : std::nullopt;
    }
    std::optional<std::size_t> first, best;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].runs.empty()) continue;
        if (!first) first = row;
        if (rows[row].validation && (!best || *rows[row].validation > *rows[*best].validation)) best = row;
    }
    return best ? best : first;
}

/// Sorts an ablation: the reference first, then the rows that lose most in the deciding metric, and at the end, in the
/// plan's order, the rows without a run.
void sortByChange(StudyTable& table) {
    std::vector<std::size_t> order(table.rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const auto group = [&](std::size_t row) {
            return row == table.reference ? 0 : table.rows[row].verdict == DifferenceVerdict::NotCompared ? 2 : 1;
        };
        if (group(a) != group(b) || group(a) != 1) return group(a) < group(b);
        return table.rows[a].difference.interval.mean < table.rows[b].difference.interval.mean;
    });
    std::vector<StudyRow> sorted;
    for (const std::size_t row : order) sorted.push_back(std::move(table.rows[row]));
    table.rows = std::move(sorted);
    for (std::optional<std::size_t>* const row : {&table.reference, &table.best, &table.second}) {
        if (*row) *row = static_cast<std::size_t>(std::find(order.begin(), order.end(), **row) - order.begin());
    }
}

}  // namespace

void compareRows(const Plan& plan, StudyTable& table, const std::vector<RanksOfRow>& ranks) {
    const std::string& metric = plan.metrics.front();
    const auto difference = [&](std::size_t a, std::size_t b) {
        return seedDifference(metric, seedRanks(ranks[a]), seedRanks(ranks[b]));
    };
    table.best = bestOf(table.rows, {});
    table.second = table.best ? bestOf(table.rows, table.best) : std::nullopt;
    if (table.second) {
        const auto compared = static_cast<double>(
            std::count_if(table.rows.begin(), table.rows.end(), [](const StudyRow& row) { return !row.runs.empty(); }));
        const SeedInterval lead = difference(*table.best, *table.second);
        table.lead =
            verdictOf(lead.interval, std::min(1.0, pValueOf(lead) * compared * (compared - 1) / 2), plan.margin);
    }
    table.reference = referenceOf(plan, table.rows);
    if (!table.reference) return;
    std::vector<std::size_t> compared;
    std::vector<double> p;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (row == *table.reference || table.rows[row].runs.empty()) continue;
        StudyRow& studyRow = table.rows[row];
        studyRow.difference = difference(row, *table.reference);
        compared.push_back(row);
        p.push_back(pValueOf(studyRow.difference));
    }
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < compared.size(); ++i) {
        StudyRow& row = table.rows[compared[i]];
        row.p = adjusted[i];
        row.verdict = verdictOf(row.difference.interval, row.p, plan.margin);
    }
    table.comparisons = compared.size();
    if (plan.shape == PlanShape::Ablation) sortByChange(table);
}

const char* verdictText(DifferenceVerdict verdict) {
    switch (verdict) {
        case DifferenceVerdict::NotCompared:
            return "";
        case DifferenceVerdict::Higher:
            return translatable("better");
        case DifferenceVerdict::Lower:
            return translatable("worse");
        case DifferenceVerdict::MaybeTooSmall:
            return translatable("significant difference, perhaps too small to matter");
        case DifferenceVerdict::DoesNotMatter:
            return translatable("no difference that matters");
        case DifferenceVerdict::NotSignificant:
            return translatable("no significant difference");
    }
    return "";
}

std::string protocolTitle(const Protocol& protocol) {
    std::string title = protocol.name();
    if (protocol.candidates == Candidates::Full && protocol.seen == SeenItems::Kept)
        title += translated(", seen items kept");
    if (protocol.split.kind != SplitKind::LeaveOneOut) title += ", " + protocol.split.translatedName();
    if (protocol.trainedOnValidation) title += translated(", trained on validation items too");
    return title;
}

std::string comparisonSentence(const Plan& plan, const StudyTable& table) {
    const std::string metric = metricTitle(plan.metrics.front());
    if (!table.best) return translated("No run of this table is finished yet.");
    if (!table.reference)
        return translated(
            "Nothing is compared: the plan's first row, which is the reference, has no run under this protocol.");
    const StudyRow& reference = table.rows[*table.reference];
    std::string chosen;
    if (plan.shape == PlanShape::Table)
        chosen = reference.validation
                     ? translated(", the best on validation by {} among all items (mean over its seeds)", metric)
                     : translated(", the first row that has a run");
    const std::string corrected =
        table.comparisons == 1 ? translated("The p-values are corrected for 1 comparison (Holm).")
                               : translated("The p-values are corrected for {} comparisons (Holm).", table.comparisons);
    const std::string sentence = translated(
        "Each row is compared with {}{}, by {} on test, user by user; intervals (95 %, each by itself) and p-values "
        "account for the random choice of users and, where a row has several seeds, of seeds. {} Where the whole "
        "interval lies within \u00b1{}, a row has no difference that matters; a significant difference smaller than "
        "this "
        "margin whose interval extends beyond it may be too small to matter.",
        reference.title, chosen, metric, corrected, plan.margin);
    const std::string caveats = verdictCaveats(table);
    return caveats.empty() ? sentence : sentence + " " + caveats;
}

std::optional<double> improvement(const StudyTable& table) {
    if (!table.second || meanOf(table.rows[*table.second]) <= 0) return {};
    return meanOf(table.rows[*table.best]) / meanOf(table.rows[*table.second]) - 1;
}

}  // namespace recscope
