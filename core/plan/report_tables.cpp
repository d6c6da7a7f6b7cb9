// SPDX-License-Identifier: GPL-3.0-or-later
// reportTables and trainCommand: see report.h.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string_view>

#include "core/plan/report.h"
#include "core/recommender/registry.h"
#include "core/util/shell_word.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::string number(double value) {
    return fmt::format("{:.4f}", value);
}

/// "−0.0123" with a true minus sign, "+0.0123".
std::string signedNumber(double value) {
    return (value < 0 ? "\u2212" : "+") + number(std::abs(value));
}

std::string pText(double p) {
    return p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", p);
}

bool hasPublished(const StudyTable& table, std::size_t metric) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [metric](const StudyRow& row) { return row.cells[metric].published.has_value(); });
}

std::string improvementSentence(const Plan& plan, const StudyTable& table) {
    const auto gain = improvement(table);
    if (!gain || plan.shape != PlanShape::Table) return {};
    const bool isSignificant = table.lead == DifferenceVerdict::Higher;
    return translated(
        " Improvement of {}, the best on test, over the second, {}: {:+.2f} % of {} ({}, corrected for all pairs of "
        "rows).",
        table.rows[*table.best].title, table.rows[*table.second].title, 100 * *gain, metricTitle(plan.metrics.front()),
        verdictWithCaveats(
            translated(isSignificant ? translatable("a significant difference") : verdictText(table.lead)), table,
            *table.best, *table.second));
}

/// Whether the paper publishes training times; if so, the table shows the measured times beside them.
bool hasPublishedSeconds(const StudyTable& table) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [](const StudyRow& row) { return row.publishedSeconds.has_value(); });
}

std::string secondsSentence(const StudyTable& table) {
    if (!hasPublishedSeconds(table)) return {};
    std::set<std::string> devices;
    for (const StudyRow& row : table.rows)
        for (const RunRecord& run : row.runs) devices.insert(wordsOf(run.device));
    if (devices.empty()) return translated(" The published seconds are training times on the paper's machine.");
    return translated(
        " Seconds are the training and validation times in RecScope ({}); the published seconds are training times on "
        "the paper's machine.",
        fmt::join(devices, "; "));
}

std::string secondsText(const std::optional<double>& seconds) {
    return seconds ? fmt::format("{:.0f}", *seconds) : std::string();
}

}  // namespace

std::vector<ReportTable> reportTables(const Study& study) {
    std::vector<ReportTable> tables;
    for (const StudyTable& studyTable : study.tables) {
        ReportTable& table = tables.emplace_back();
        table.title = fmt::format("{}, {}", studyTable.dataset.name, protocolTitle(studyTable.protocol));
        table.caption =
            translated("Test, {}. {}{}{}", studyTable.protocol.sentence(), comparisonSentence(study.plan, studyTable),
                       improvementSentence(study.plan, studyTable), secondsSentence(studyTable));
        if (studyTable.details && studyTable.details->window)
            table.caption += " " + studyTable.details->window->sentence();
        const auto column = [&table](const std::string& title, ReportColumn kind) {
            table.columns.push_back(title);
            table.kinds.push_back(kind);
        };
        column("", ReportColumn::Words);
        column(translated("Seeds"), ReportColumn::Number);
        for (std::size_t metric = 0; metric < study.plan.metrics.size(); ++metric) {
            const std::string title = metricTitle(study.plan.metrics[metric]);
            column(title, ReportColumn::Number);
            if (!hasPublished(studyTable, metric)) continue;
            column(translated("{} published", title), ReportColumn::Number);
            column(translated("Measured \u2212 published"), ReportColumn::Number);
        }
        if (hasPublishedSeconds(studyTable)) {
            column(translated("Seconds"), ReportColumn::Number);
            column(translated("Seconds published"), ReportColumn::Number);
        }
        column(translated("Against the reference"), ReportColumn::Number);
        column(translated("p (Holm)"), ReportColumn::Number);
        column(translated("Verdict"), ReportColumn::Words);
        for (std::size_t i = 0; i < studyTable.rows.size(); ++i) {
            const StudyRow& row = studyTable.rows[i];
            std::vector<std::string>& cells = table.rows.emplace_back();
            cells = {row.title, row.runs.size() == row.planned ? std::to_string(row.planned)
                                                               : translated("{} of {}", row.runs.size(), row.planned)};
            for (std::size_t metric = 0; metric < row.cells.size(); ++metric) {
                const StudyCell& cell = row.cells[metric];
                const bool isReached = cell.reached.users > 0;
                cells.push_back(isReached ? intervalText(cell.reached, 4) : std::string());
                if (!hasPublished(studyTable, metric)) continue;
                cells.push_back(cell.published ? number(*cell.published) : std::string());
                cells.push_back(cell.published && isReached ? signedNumber(cell.reached.interval.mean - *cell.published)
                                                            : std::string());
            }
            if (hasPublishedSeconds(studyTable)) {
                cells.push_back(secondsText(row.seconds));
                cells.push_back(secondsText(row.publishedSeconds));
            }
            const bool isCompared = row.verdict != DifferenceVerdict::NotCompared;
            cells.push_back(isCompared ? fmt::format("{} \u00b1 {}", signedNumber(row.difference.interval.mean),
                                                     number(row.difference.interval.halfWidth))
                                       : std::string());
            cells.push_back(isCompared ? pText(row.p) : std::string());
            cells.push_back(i == studyTable.reference ? translated("reference") : verdictWords(studyTable, i));
        }
    }
    return tables;
}

std::string trainCommand(const Study& study, const StudyRow& row, const RunRecord& run) {
    const PlanEntry& entry = study.plan.entries[row.entry];
    if (!entry.run.empty()) return translated("# \"{}\" was not trained for this plan", run.name);
    std::string command =
        fmt::format("recscope-cli train --dataset {} --model {} --preset {}", shellArgument(run.datasetName),
                    entry.model, shellArgument(entry.presetOn(run.datasetName)));
    for (const auto& [key, value] : entry.settings(row.values))
        command += fmt::format(" --set {}", shellArgument(key + "=" + value));
    const auto config = readableConfig(run.config);
    if (config && hasConfigKey(*config, "seed")) command += fmt::format(" --seed {}", config->training.seed);
    return command;
}

}  // namespace recscope
