// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a report that come from `StudyTable::details`: see report.h.
#include <fmt/format.h>

#include <algorithm>

#include "core/plan/report.h"
#include "core/util/csv.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

ReportTable segmentsTable(const StudyTable& table, std::size_t metric) {
    ReportTable result;
    if (!table.details || table.details->segments.empty()) return result;
    const StudyDetails& details = *table.details;
    const std::string sortMetric = metricTitle(details.metrics.front());  // the segments are sorted by it
    result.title = translated("{} in segments of users", metricTitle(details.metrics[metric]));
    result.caption =
        translated("Means and 95 % intervals on test in segments of users, sorted by {} of {}, the lowest first. {}",
                   sortMetric, table.rows[details.sortedBy].title, aboutSegments(details.metrics[metric]));
    result.columns = {translated("Segment"), translated("Users")};
    result.kinds = {ReportColumn::Words, ReportColumn::Number};
    for (const StudyRow& row : table.rows) {
        result.columns.push_back(row.title);
        result.kinds.push_back(ReportColumn::Number);
    }
    for (std::size_t i = 0; i < details.segments.size(); ++i) {
        const Segment& segment = details.segments[i];
        std::vector<std::string>& cells = result.rows.emplace_back();
        cells = {segment.by + ": " + segment.name, grouped(std::ssize(segment.users))};
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const SeedInterval& value = details.values[i][row][metric];
            cells.push_back(value.users > 0 ? intervalText(value, 4) : std::string());
        }
    }
    return result;
}

std::vector<std::pair<std::string, std::vector<std::string>>> verdictsInWords(const StudyTable& table) {
    std::vector<std::pair<std::string, std::vector<std::string>>> verdicts;
    if (!table.details || !table.reference) return verdicts;
    for (const RowComparison& compared : table.details->comparisons)
        verdicts.emplace_back(
            translated("{} and {}", table.rows[compared.row].title, table.rows[*table.reference].title),
            compared.sentences);
    return verdicts;
}

std::string verdictsMethod(const StudyTable& table) {
    if (verdictsInWords(table).empty()) return {};
    std::size_t mostTests = 0;
    for (const RowComparison& compared : table.details->comparisons)
        mostTests = std::max(mostTests, compared.comparison.tests);
    std::vector<ComparedSide> sides{comparedSide(table.rows[*table.reference])};
    for (const RowComparison& compared : table.details->comparisons)
        sides.push_back(comparedSide(table.rows[compared.row]));
    const std::string method = translated(
        "Paired by user and tested at the 5 % level, with Holm's correction for up to {} differences of each pair of "
        "rows. A difference of less than {:.1f} % does not matter.",
        mostTests, 100 * table.details->relativeMargin);
    const std::string caveat = uncoveredSeeds(sides);
    return caveat.empty() ? method : method + " " + caveat;
}

std::string segmentsCsv(const Study& study) {
    std::string text = fmt::format("dataset,protocol,row,{}\n", kSegmentCsvHeader);
    for (const StudyTable& table : study.tables) {
        if (!table.details) continue;
        const StudyDetails& details = *table.details;
        for (std::size_t i = 0; i < details.segments.size(); ++i)
            for (std::size_t row = 0; row < table.rows.size(); ++row)
                for (std::size_t metric = 0; metric < details.metrics.size(); ++metric)
                    text += fmt::format(
                        "{},{},{},{}\n", csvField(table.dataset.name), csvField(protocolTitle(table.protocol)),
                        csvField(table.rows[row].title),
                        segmentCsvLine(details.segments[i], details.metrics[metric], details.values[i][row][metric]));
    }
    return text;
}

}  // namespace recscope
