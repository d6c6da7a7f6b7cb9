// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers that the formats of a report share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/plan/study.h"

namespace recscope {

/// Replaces each character that has an entry in `entities` by that entry.
std::string escapedBy(const std::string& text, const std::map<char, std::string>& entities);
/// Replaces every occurrence of `what`.
std::string replaced(std::string text, const std::string& what, const std::string& with);

/// "ML-1M: 6,040 users, …"
std::string datasetSentence(const DatasetInfo& dataset);
/// The datasets of the study without repetitions.
std::vector<DatasetInfo> datasetsOf(const Study& study);
/// "12 of 15 runs are finished, 1 failed."
std::string progressSentence(const Study& study);

}  // namespace recscope
