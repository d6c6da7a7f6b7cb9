// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/recommender/references.h"
#include "core/store/run_store.h"

namespace recscope::cli {

using Row = std::vector<std::string>;

/// Prints columns under their titles on stdout, within the width of the terminal; columns of numbers are right-aligned.
/// All commands print their tables here.
void printTable(const Row& titles, const std::vector<Row>& rows);

/// A run's metrics on test above those of the rules it stands beside. Pre: `run.test`.
void printTestBeside(const RunRecord& run, const std::vector<Reference>& references);

/// "key=value" taken apart; throws CLI::ValidationError.
std::pair<std::string, std::string> keyAndValue(const std::string& setting);

std::string decimals(double value, int digits);     ///< "0.1583"
std::string percent(double share, int digits = 1);  ///< 0.1234 -> "12.3 %"
std::string duration(double seconds);               ///< "8 s", "3 min 05 s", "2 h 10 min"

}  // namespace recscope::cli
