// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/store/run_store.h"

namespace recscope::ui {

/// The metric shown beside a run's name, with its split, e.g. "test NDCG@10 0.1234": the test score under the run's own
/// protocol, or the validation score until there is a test score; empty if there is neither.
QString runScoreText(const RunRecord& run);
/// The test and validation scores with the protocol, one per line, for tooltips; empty if there is neither.
QString runScoreDetails(const RunRecord& run);
/// The mean score of runs of one config: "test NDCG@10 0.1234, mean of 3 seeds". Uses the validation scores unless all
/// runs have a test score; empty unless all have at least a validation score.
QString meanScoreText(const std::vector<RunRecord>& runs);

}  // namespace recscope::ui
