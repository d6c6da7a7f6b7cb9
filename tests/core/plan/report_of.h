// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/plan/report.h"

namespace recscope {

/// A study with invented results, made without training. Each combination of a model and its config values in the plan
/// has a row with one run. In row n, counted from 1, every metric is 0.1 n ± 0.01.
class UntrainedStudy {
public:
    explicit UntrainedStudy(const std::string& plan, const std::string& dataset = "ring") {
        m_study.plan = planFromJson(plan);
        addTable(dataset);
    }
    /// Adds a table of the same plan on another dataset.
    StudyTable& addTable(const std::string& dataset) {
        StudyTable& table = m_study.tables.emplace_back();
        table.dataset.id = DatasetId(m_study.tables.size());
        table.dataset.name = dataset;
        for (const PlannedRun& planned : plannedRunsOn(table.dataset, m_study.plan)) {
            StudyRow& row = table.rows.emplace_back();
            row.entry = planned.entry;
            row.values = planned.values;
            row.title = rowTitle(m_study.plan.entries[row.entry], row.values);
            row.planned = 1;
            RunRecord& run = row.runs.emplace_back();
            run.id = RunId(table.rows.size());
            run.datasetName = dataset;
            run.config = planned.config.toJson();
            const double mean = 0.1 * double(table.rows.size());
            row.cells.assign(m_study.plan.metrics.size(), {.reached = {.interval = {.mean = mean, .halfWidth = 0.01},
                                                                       .bounds = std::nullopt,
                                                                       .users = 40,
                                                                       .degrees = 39,
                                                                       .seedVariance = 0},
                                                           .published = {}});
        }
        table.reference = 0;
        return table;
    }
    const Study& study() const { return m_study; }
    Study& study() { return m_study; }
    StudyTable& table() { return m_study.tables.front(); }
    std::string changes() const { return changesSvg(m_study.plan, m_study.tables.front()); }
    std::string svg() const { return studySvg(m_study.plan, m_study.tables.front()); }
    std::string command(std::size_t row) const {
        const StudyRow& studyRow = m_study.tables.front().rows[row];
        return trainCommand(m_study, studyRow, studyRow.runs.front());
    }

private:
    Study m_study;
};

/// The number of occurrences of `words` in `text`.
inline int countOf(const std::string& text, const std::string& words) {
    int count = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++count;
    return count;
}

}  // namespace recscope
