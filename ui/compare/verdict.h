// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "ui/compare/compared_run.h"

namespace recscope::ui {

/// "NDCG@10" from "ndcg@10".
QString metricTitle(const std::string& name);

/// Who wins, in words: the best of the runs against the next one, paired by user, with the 95 % interval and the
/// protocol. Says why where nothing can be compared (fewer than two runs scored so, or different datasets).
QString verdict(const std::vector<ComparedRun>& runs, const Scoring& scoring, const std::string& metric);

/// The two of them, in this order.
QString pairVerdict(const ComparedRun& a, const ComparedRun& b, const Scoring& scoring, const std::string& metric);

}  // namespace recscope::ui
