// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/adopt/adopt.h"
#include "core/recommender/references.h"

namespace recscope {

/// A sentence if the run ranks worse on test than popularity does, which reads nothing of a history: adopted weights
/// then probably have another vocabulary, number of heads or layout. Nothing if the run has no test score.
std::optional<std::string> belowPopularity(const AdoptedRun& adopted, const std::vector<Reference>& references);

/// What a person has to know of an adopted run beside its score, in sentences, the gravest first: `belowPopularity`,
/// items without a row, ids taken as row numbers, what was assumed, what else differs from the other program.
std::vector<std::string> cautionsAbout(const AdoptedRun& adopted, const std::vector<Reference>& references);

}  // namespace recscope
