// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/adopt/adopt.h"
#include "core/recommender/references.h"

namespace recscope {

/// A warning if the run's test NDCG@10 is below the test NDCG@10 of popularity, a baseline that ignores the history: a
/// wrong vocabulary, number of heads or layout (naming scheme of the weights) is then the likely cause. Nothing if the
/// run has no test score.
std::optional<std::string> belowPopularity(const AdoptedRun& adopted, const std::vector<Reference>& references);

/// Warnings to show with the score of an adopted run, one sentence each, most serious first: `belowPopularity`, ids
/// beyond the last row, items without a row, ids taken as row numbers, assumed config keys, other differences from the
/// original program.
std::vector<std::string> cautionsAbout(const AdoptedRun& adopted, const std::vector<Reference>& references);

}  // namespace recscope
