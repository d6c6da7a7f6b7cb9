// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace recscope::cli {

/// The indices (number - 1) of so many runs in the order they are trained: those of `first`, then the others, none of
/// `without`. Both are numbers and ranges as a person writes them, "7,3" or "2,4-9"; empty = none. Throws Error(Usage)
/// for what is no number, no run, or in both; `hint` says where the numbers are found.
std::vector<std::size_t> trainingOrder(std::size_t runs, const std::string& first, const std::string& without,
                                       const std::string& hint);

}  // namespace recscope::cli
