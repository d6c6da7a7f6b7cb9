// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/recommender/references.h"
#include "core/store/run_store.h"

namespace recscope::cli {

using Row = std::vector<std::string>;

/// Prints a table with these column titles to stdout, within the width of the terminal; columns of numbers are
/// right-aligned. All commands print their tables with this function.
void printTable(const Row& titles, const std::vector<Row>& rows);

/// Prints a run's test metrics and, below them, those of the references (baselines such as popularity). Precondition:
/// `run.test` has a value.
void printTestMetrics(const RunRecord& run, const std::vector<Reference>& references);

/// Splits "key=value"; throws CLI::ValidationError if there is no "=".
std::pair<std::string, std::string> keyAndValue(const std::string& setting);

std::string usersText(std::int64_t count);          ///< "1 user", "1,234 users"
std::string decimals(double value, int digits);     ///< "0.1583"
std::string percent(double share, int digits = 1);  ///< 0.1234 -> "12.3 %"
std::string duration(double seconds);               ///< "8 s", "3 min 05 s", "2 h 10 min"

}  // namespace recscope::cli
