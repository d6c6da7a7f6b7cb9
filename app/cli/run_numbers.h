// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace recscope::cli {

/// The indices (number - 1) of a plan's `runs` runs in training order: first those in `first`, then all other runs
/// except those in `without`. Both lists contain numbers and ranges, counted from 1, e.g. "7,3" or "2,4-9"; empty =
/// none. Throws Error(Usage) if a number is invalid, if there is no such run, or if a number is in both lists; `hint`
/// states where to find the numbers.
std::vector<std::size_t> trainingOrder(std::size_t runs, const std::string& first, const std::string& without,
                                       const std::string& hint);

}  // namespace recscope::cli
