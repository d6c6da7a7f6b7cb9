// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace recscope {

using TensorShapes = std::map<std::string, std::vector<std::int64_t>>;

/// The names of the known layouts (the tensor names and shapes that a program gives its weights) that fit a weights
/// file, most likely first, for `RecognisedWeights::layouts`. Throws Error(Input) if none fits.
std::vector<std::string> possibleLayouts(const TensorShapes& shapes, const std::map<std::string, std::string>& metadata,
                                         std::int64_t itemCount);

}  // namespace recscope
