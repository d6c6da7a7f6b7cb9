// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_output.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "app/cli/text_output.h"
#include "core/plan/report.h"
#include "core/plan/simple_rules.h"
#include "core/util/translated.h"

namespace recscope::cli {

Json jsonOf(const Study& study) {
    Json tables = Json::array();
    for (const StudyTable& table : study.tables) {
        Json rows = Json::array();
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const StudyRow& row = table.rows[i];
            Json runs = Json::array(), metrics = Json::object();
            for (const RunRecord& run : row.runs) runs.push_back(run.name);
            for (std::size_t metric = 0; metric < row.cells.size(); ++metric) {
                const StudyCell& cell = row.cells[metric];
                const bool hasResult = cell.reached.users > 0, hasInterval = hasResult && cell.reached.hasInterval();
                metrics[study.plan.metrics[metric]] = {
                    {"mean", hasResult ? Json(cell.reached.interval.mean) : Json(nullptr)},
                    {"half_width_95", hasInterval ? Json(cell.reached.interval.halfWidth) : Json(nullptr)},
                    {"low_95", hasInterval ? Json(cell.reached.low()) : Json(nullptr)},
                    {"high_95", hasInterval ? Json(cell.reached.high()) : Json(nullptr)},
                    {"printed", cell.published ? Json(*cell.published) : Json(nullptr)}};
            }
            const bool isCompared = row.verdict != DifferenceVerdict::NotCompared;
            const auto whereCompared = [isCompared](double value) { return isCompared ? Json(value) : Json(nullptr); };
            const auto known = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
            rows.push_back({{"row", row.title},
                            {"runs", runs},
                            {"planned", row.planned},
                            {"metrics", metrics},
                            {"reference", table.reference == i},
                            {"seconds", known(row.seconds)},
                            {"printed_seconds", known(row.publishedSeconds)},
                            {"difference", whereCompared(row.difference.interval.mean)},
                            {"difference_half_width_95", whereCompared(row.difference.interval.halfWidth)},
                            {"p_holm", whereCompared(row.p)},
                            {"verdict", isCompared ? Json(verdictText(row.verdict)) : Json(nullptr)},
                            {"interval_covers_seeds", isCompared ? Json(coversSeeds(table, i)) : Json(nullptr)}});
        }
        tables.push_back({{"dataset", table.dataset.name},
                          {"protocol", toJson(table.protocol)},
                          {"compared", comparisonSentence(study.plan, table)},
                          {"method", methodSentence(study.plan, table)},
                          {"interim", isInterim(table)},
                          {"rows", rows}});
    }
    return {{"plan", study.plan.name},        {"title", study.plan.title},     {"runs", study.runsPlanned},
            {"finished", study.runsFinished}, {"failed", study.failed.size()}, {"tables", tables}};
}

void printStudy(Workspace& workspace, const Study& study) {
    for (const ReportTable& table : reportTables(study)) {
        fmt::print(stdout, "\n{}\n", table.title);
        printTable(table.columns, table.rows);
        fmt::print(stdout, "{}\n", table.caption);
    }
    for (const BaselinesVerdict& verdict : againstBaselines(workspace, study))
        fmt::print(stdout, "\n{}\n{}\n", verdict.sentence(), verdict.basis());
}

Json rulesJson(Workspace& workspace, const Study& study) {
    Json all = Json::array();
    for (const BaselinesVerdict& verdict : againstBaselines(workspace, study)) {
        Json models = Json::array();
        for (const BaselineComparison& comparison : verdict.models)
            models.push_back({{"row", comparison.model.title},
                              {"test", comparison.model.test},
                              {"difference", comparison.difference.interval.mean},
                              {"difference_half_width_95", comparison.difference.interval.halfWidth},
                              {"verdict", comparison.isBetter()  ? "better"
                                          : comparison.isWorse() ? "worse"
                                                                 : "not shown"}});
        all.push_back({{"dataset", verdict.dataset},
                       {"protocol", toJson(verdict.protocol)},
                       {"metric", verdict.metric},
                       {"best_on_validation", verdict.best.title},
                       {"rule", verdict.rule.title},
                       {"rule_test", verdict.rule.test},
                       {"models", models},
                       {"sentence", verdict.sentence()}});
    }
    return all;
}

}  // namespace recscope::cli
