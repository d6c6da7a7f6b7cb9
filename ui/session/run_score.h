// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/store/run_store.h"

namespace recscope::ui {

/// The one metric shown beside a run's name, with its split: test under the run's own protocol, validation while test
/// is not ranked. "test NDCG@10 0.1234"; empty while there is neither.
QString runScoreText(const RunRecord& run);
/// Both metrics with the protocol, a line each, for tooltips; empty while there is neither.
QString runScoreDetails(const RunRecord& run);
/// The mean over runs of one config, on test where all of them have a test score: "test NDCG@10 0.1234, mean of 3
/// seeds".
QString meanScoreText(const std::vector<RunRecord>& runs);

}  // namespace recscope::ui
