// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/plan/report.h"
#include "core/recommender/registry.h"

namespace recscope {

namespace {

std::string number(double value) {
    return fmt::format("{:.4f}", value);
}

/// −0.0123 with a true minus, +0.0123.
std::string signedNumber(double value) {
    return (value < 0 ? "\u2212" : "+") + number(std::abs(value));
}

std::string pText(double p) {
    return p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", p);
}

bool hasPrinted(const StudyTable& table, std::size_t metric) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [metric](const StudyRow& row) { return row.cells[metric].printed.has_value(); });
}

std::string improvementSentence(const Plan& plan, const StudyTable& table) {
    const auto gain = improvement(table);
    if (!gain || plan.shape != PlanShape::Table) return {};
    const StudyRow& second = table.rows[*table.second];
    return fmt::format(
        " Improvement of {} over the second, {}: {:+.2f} % of {} ({}).", table.rows[*table.reference].title,
        second.title, 100 * *gain, metricTitle(plan.metrics.front()),
        second.verdict == StudyVerdict::Worse ? "a difference that is shown" : verdictText(second.verdict));
}

}  // namespace

std::vector<ReportTable> reportTables(const Study& study) {
    std::vector<ReportTable> tables;
    for (const StudyTable& of : study.tables) {
        ReportTable& table = tables.emplace_back();
        table.title = fmt::format("{}, {}", of.dataset.name, of.protocol.name());
        table.caption = fmt::format("Test, {}. {}{}", of.protocol.sentence(), comparisonSentence(study.plan, of),
                                    improvementSentence(study.plan, of));
        const auto column = [&table](const std::string& title, bool isNumber) {
            table.columns.push_back(title);
            table.isNumber.push_back(isNumber);
        };
        column("", false);
        column("Seeds", true);
        for (std::size_t metric = 0; metric < study.plan.metrics.size(); ++metric) {
            const std::string title = metricTitle(study.plan.metrics[metric]);
            column(title, true);
            if (!hasPrinted(of, metric)) continue;
            column(title + " printed", true);
            column("Reached \u2212 printed", true);
        }
        column("Against the reference", true);
        column("p (Holm)", true);
        column("Verdict", false);
        for (std::size_t i = 0; i < of.rows.size(); ++i) {
            const StudyRow& row = of.rows[i];
            std::vector<std::string>& cells = table.rows.emplace_back();
            cells = {row.title, row.runs.size() == row.planned ? std::to_string(row.planned)
                                                               : fmt::format("{} of {}", row.runs.size(), row.planned)};
            for (std::size_t metric = 0; metric < row.cells.size(); ++metric) {
                const StudyCell& cell = row.cells[metric];
                const bool isReached = cell.reached.users > 0;
                cells.push_back(isReached ? fmt::format("{} \u00b1 {}", number(cell.reached.interval.mean),
                                                        number(cell.reached.interval.halfWidth))
                                          : std::string());
                if (!hasPrinted(of, metric)) continue;
                cells.push_back(cell.printed ? number(*cell.printed) : std::string());
                cells.push_back(cell.printed && isReached ? signedNumber(cell.reached.interval.mean - *cell.printed)
                                                          : std::string());
            }
            const bool isCompared = row.verdict != StudyVerdict::NotCompared;
            cells.push_back(isCompared ? fmt::format("{} \u00b1 {}", signedNumber(row.difference.interval.mean),
                                                     number(row.difference.interval.halfWidth))
                                       : std::string());
            cells.push_back(isCompared ? pText(row.p) : std::string());
            cells.push_back(i == of.reference ? "reference" : verdictText(row.verdict));
        }
    }
    return tables;
}

std::string trainCommand(const Study& study, const StudyRow& row, const RunRecord& run) {
    const PlanEntry& entry = study.plan.entries[row.entry];
    std::string command = fmt::format("recscope-cli train --dataset \"{}\" --model {} --preset {}", run.datasetName,
                                      entry.model, entry.preset);
    for (const auto& [key, values] : entry.values) {
        const auto swept = std::find_if(row.values.begin(), row.values.end(),
                                        [&key = key](const KeyValue& value) { return value.first == key; });
        command += fmt::format(" --set {}={}", key, swept == row.values.end() ? values.front() : swept->second);
    }
    const auto config = readableConfig(run.config);
    if (config && hasConfigKey(*config, "seed")) command += fmt::format(" --seed {}", config->training.seed);
    return command;
}

}  // namespace recscope
