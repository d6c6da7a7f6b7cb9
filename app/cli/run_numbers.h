// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace recscope::cli {

/// The indices (number - 1) of a plan's runs in training order: those in `first`, then the others, without those in
/// `without`. Both contain numbers and ranges, counted from 1, "7,3" or "2,4-9"; empty = none. Throws Error(Usage) for
/// an invalid number, a number that is not a run, or one in both; `hint` tells the person where to find the numbers.
std::vector<std::size_t> trainingOrder(std::size_t runs, const std::string& first, const std::string& without,
                                       const std::string& hint);

}  // namespace recscope::cli
