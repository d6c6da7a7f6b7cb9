// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "core/metrics/statistical_method.h"
#include "ui/compare/compared_line.h"

namespace recscope::ui {

/// "NDCG@10" from "ndcg@10".
QString metricTitle(const std::string& name);

/// A sentence that says which of two compared lines is better, and the basis of this sentence.
struct Verdict {
    /// "A (3 seeds) is better than B by 0.0210 ± 0.0080 NDCG@10 on these 2,000 users (test; full…)."
    QString sentence;
    QString basis;   ///< what was compared and how, and the full protocol; empty if nothing was compared
    QString method;  ///< how the interval was computed, in detail, for a tooltip; empty if there is none
};

/// Compares two lines (each one run, or the seeds of one config), paired by user: the pair that `defaultPair` chooses
/// by validation among the lines that were scored under `scoring`. With only one config, says how much its seeds vary.
/// If nothing can be compared (fewer than two scored runs, or different datasets), says why.
Verdict verdict(const std::vector<ComparedLine>& lines, const Scoring& scoring, const std::string& metric);

/// The line as a side of a comparison, with the number of its seeds that are scored.
ComparedSide sideOf(const ComparedLine& line, const Scoring& scoring);
/// "Two seeds of one config: any difference is due to chance." Empty for lines of different configs.
QString chanceNote(const ComparedLine& a, const ComparedLine& b);

/// Compares these two lines, in this order.
Verdict pairVerdict(const ComparedLine& a, const ComparedLine& b, const Scoring& scoring, const std::string& metric);

}  // namespace recscope::ui
