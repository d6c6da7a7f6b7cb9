// SPDX-License-Identifier: GPL-3.0-or-later
// Words for a study's verdicts on its rows, and for the limitations of these verdicts.
#include <algorithm>

#include "core/plan/study.h"
#include "core/recommender/run_seeds.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// All rows that were compared, including the reference.
std::vector<ComparedSide> comparedSides(const StudyTable& table) {
    std::vector<ComparedSide> sides;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        if (row == table.reference || table.rows[row].verdict != DifferenceVerdict::NotCompared)
            sides.push_back(comparedSide(table.rows[row]));
    return sides;
}

bool areCovered(const StudyRow& a, const StudyRow& b) {
    return uncoveredSeeds({comparedSide(a), comparedSide(b)}).empty();
}

}  // namespace

bool isInterim(const StudyTable& table) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [](const StudyRow& row) { return row.runs.size() < row.planned; });
}

ComparedSide comparedSide(const StudyRow& row) {
    return {.name = row.title,
            .seeds = row.runs.size(),
            .dependsOnSeed = row.runs.empty() || dependsOnSeed(row.runs.front())};
}

bool coversSeeds(const StudyTable& table, std::size_t row) {
    return areCovered(table.rows[row], table.rows[*table.reference]);
}

std::string verdictWithCaveats(const std::string& verdict, const StudyTable& table, std::size_t row,
                               std::size_t other) {
    const bool isOneSeed = !areCovered(table.rows[row], table.rows[other]);
    if (isInterim(table) && isOneSeed) return translated("{} (interim, one seed)", verdict);
    if (isInterim(table)) return translated("{} (interim)", verdict);
    return isOneSeed ? translated("{} (one seed)", verdict) : verdict;
}

std::string verdictWords(const StudyTable& table, std::size_t row) {
    if (!table.reference || table.rows[row].verdict == DifferenceVerdict::NotCompared) return {};
    return verdictWithCaveats(translated(verdictText(table.rows[row].verdict)), table, row, *table.reference);
}

std::string verdictCaveats(const StudyTable& table) {
    if (!table.reference || table.comparisons == 0) return {};
    std::size_t planned = 0, missing = 0;
    for (const StudyRow& row : table.rows) {
        planned += row.planned;
        missing += row.planned - std::min(row.planned, row.runs.size());
    }
    std::string interim;
    if (missing > 0)
        interim = translated("The verdicts are interim: {} of {} runs of this table are missing.", missing, planned);
    const std::string seeds = uncoveredSeeds(comparedSides(table));
    return interim.empty() || seeds.empty() ? interim + seeds : interim + " " + seeds;
}

std::string methodSentence(const Plan& plan, const StudyTable& table) {
    if (!table.reference || table.comparisons == 0) return {};
    const StudyRow& reference = table.rows[*table.reference];
    const bool isByValidation = plan.shape == PlanShape::Table && reference.validation;
    return methodSentence(ComparisonMethod{
        .reference = isByValidation ? translated("{} (the best on validation)", reference.title) : reference.title,
        .metric = metricTitle(plan.metrics.front()),
        .sides = comparedSides(table),
        .comparisons = table.comparisons});
}

}  // namespace recscope
