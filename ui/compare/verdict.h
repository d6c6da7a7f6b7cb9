// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "ui/compare/compared_line.h"

namespace recscope::ui {

/// "NDCG@10" from "ndcg@10".
QString metricTitle(const std::string& name);

/// A sentence that says who wins, and what it stands on.
struct Verdict {
    QString
        sentence;  ///< "A (3 seeds) is better than B by 0.0210 ± 0.0080 NDCG@10 on these 2,000 users (test; full…)."
    QString basis;   ///< what was compared, how, and the whole protocol; empty where nothing was
    QString method;  ///< how the interval was made, at more length, for a tooltip; empty where there is none
};

/// Who wins, in words: the pair that `defaultPair` chooses by validation among the lines scored so, paired by user. One
/// config with several seeds says how far they scatter. Says why where nothing can be compared (fewer than two runs
/// scored so, or different datasets).
Verdict verdict(const std::vector<ComparedLine>& lines, const Scoring& scoring, const std::string& metric);

/// The two of them, in this order.
Verdict pairVerdict(const ComparedLine& a, const ComparedLine& b, const Scoring& scoring, const std::string& metric);

}  // namespace recscope::ui
