// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "ui/compare/compared_run.h"

namespace recscope::ui {

/// "NDCG@10" from "ndcg@10".
QString metricTitle(const std::string& name);

/// A sentence that says who wins, and what it stands on.
struct Verdict {
    QString sentence;  ///< "A is better than B by 0.0210 ± 0.0080 NDCG@10 on these 2,000 users."
    QString basis;     ///< split, protocol, kind of interval; empty where nothing was compared
};

/// Who wins, in words: the best of the runs against the next one, paired by user, with the 95 % interval and the
/// protocol. Says why where nothing can be compared (fewer than two runs scored so, or different datasets).
Verdict verdict(const std::vector<ComparedRun>& runs, const Scoring& scoring, const std::string& metric);

/// The two of them, in this order.
Verdict pairVerdict(const ComparedRun& a, const ComparedRun& b, const Scoring& scoring, const std::string& metric);

}  // namespace recscope::ui
