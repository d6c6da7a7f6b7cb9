// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/simple_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/recommender/registry.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// A number with its sign, "+0.0120" or "−0.0120", with a true minus sign as in the tables.
std::string signedText(double value) {
    return (value < 0 ? "\u2212" : "+") + fmt::format("{:.4f}", std::abs(value));
}

/// A row with its runs' ranks under the table's protocol.
struct RankedRow {
    const StudyRow* row = nullptr;
    RanksOfRow ranks;
    bool isTrained = false;

    SeedRanks view() const { return {ranks.begin(), ranks.end()}; }
    ScoredRow scored(const std::string& metric) const {
        ScoredRow scored{.title = row->title, .test = seedMean(metric, view()).interval.mean, .runs = {}};
        for (const RunRecord& run : row->runs) scored.runs.push_back(run.id);
        return scored;
    }
};

std::vector<RankedRow> rankedRows(const RunStore& store, const StudyTable& table) {
    std::vector<RankedRow> rows;
    for (const StudyRow& row : table.rows) {
        if (row.runs.empty() || !row.validation) continue;
        const std::optional<RunConfig> config = readableConfig(row.runs.front().config);
        if (!config) continue;
        RankedRow ranked{.row = &row, .ranks = {}, .isTrained = capabilitiesOf(*config).trainsByGradientDescent};
        for (const RunRecord& run : row.runs) ranked.ranks.push_back(store.ranks(run.id, Split::Test, table.protocol));
        rows.push_back(std::move(ranked));
    }
    return rows;
}

/// The best row on validation: among the simple rules if `rulesOnly`, otherwise among all rows.
const RankedRow* bestOf(const std::vector<RankedRow>& rows, bool rulesOnly) {
    const RankedRow* best = nullptr;
    for (const RankedRow& row : rows)
        if (!(rulesOnly && row.isTrained) && (!best || *row.row->validation > *best->row->validation)) best = &row;
    return best;
}

}  // namespace

std::string BaselinesVerdict::sentence() const {
    std::string text =
        translated("Best on validation: {}, with {} {:.4f} on test.", best.title, metricTitle(metric), best.test);
    for (const BaselineComparison& comparison : models) {
        const MeanInterval& by = comparison.difference.interval;
        text += ' ';
        if (comparison.isBetter())
            text +=
                translated("{} ({:.4f}) is better than the best simple rule, {} ({:.4f}), by {:.4f} ± {:.4f}.",
                           comparison.model.title, comparison.model.test, rule.title, rule.test, by.mean, by.halfWidth);
        else if (comparison.isWorse())
            text += translated("{} ({:.4f}) is worse than the best simple rule, {} ({:.4f}), by {:.4f} ± {:.4f}.",
                               comparison.model.title, comparison.model.test, rule.title, rule.test, -by.mean,
                               by.halfWidth);
        else
            text += translated(
                "{} ({:.4f}) does not clearly differ from the best simple rule, {} ({:.4f}): difference {} ± {:.4f}.",
                comparison.model.title, comparison.model.test, rule.title, rule.test, signedText(by.mean),
                by.halfWidth);
    }
    return text;
}

std::string BaselinesVerdict::basis() const {
    const std::string users = grouped(models.front().difference.users);
    return hasSeeds ? translated(
                          "{} on test over {} users, protocol {}; 95 % interval of each difference by itself, paired "
                          "by user, over users and seeds.",
                          metricTitle(metric), users, protocol.sentence())
                    : translated(
                          "{} on test over {} users, protocol {}; 95 % interval of each difference by itself, paired "
                          "by user. The intervals do not cover the effect of other seeds.",
                          metricTitle(metric), users, protocol.sentence());
}

std::vector<BaselinesVerdict> againstBaselines(Workspace& workspace, const Study& study) {
    const RunStore store(workspace);
    const std::string& metric = study.plan.metrics.front();
    std::vector<BaselinesVerdict> verdicts;
    for (const StudyTable& table : study.tables) {
        const std::vector<RankedRow> rows = rankedRows(store, table);
        const RankedRow* const rule = bestOf(rows, /*rulesOnly=*/true);
        if (!rule) continue;
        BaselinesVerdict verdict{.dataset = table.dataset.name,
                                 .metric = metric,
                                 .protocol = table.protocol,
                                 .best = bestOf(rows, /*rulesOnly=*/false)->scored(metric),
                                 .rule = rule->scored(metric),
                                 .models = {},
                                 .hasSeeds = true};
        for (const RankedRow& row : rows) {
            if (!row.isTrained) continue;
            const SeedInterval difference = seedDifference(metric, row.view(), rule->view());
            if (difference.users < 2) continue;
            verdict.models.push_back({.model = row.scored(metric), .difference = difference});
            verdict.hasSeeds = verdict.hasSeeds && row.ranks.size() > 1;
        }
        if (!verdict.models.empty()) verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

}  // namespace recscope
